-- What happened around a key that is not a hold.
select what, at, session_id, job_id, kind, detail
  from holdfast.lock_events
 where namespace = :namespace and name = :name
   and what in ('CONTENDED', 'UNKNOWN', 'UNGUARDED', 'RENEWAL_FAILED', 'REFUSED')
 order by recorded_at desc
 limit :limit

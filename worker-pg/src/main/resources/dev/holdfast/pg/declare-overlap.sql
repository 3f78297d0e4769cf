-- A steal at once that another store has done, recorded like one of this database's own; which is recorded already.
insert into holdfast.lock_steals (namespace, name, victim_session, victim_job, victim_token, victim_fence, stolen_by,
       reason, overlap, fence)
select g.namespace, g.name, g.session_id, g.job_id, g.token, g.fence, 'operator', :reason, true,
       greatest(:now, g.fence + 1)
  from holdfast.lock_events g
 where g.what = 'GRANTED' and g.namespace = :namespace and g.name = :name and g.fence = :victim
   and not exists (select 1 from holdfast.lock_steals s where s.victim_token = g.token)
 limit 1

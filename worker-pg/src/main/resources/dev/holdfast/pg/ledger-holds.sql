-- The holds of the ledger, one row a token. Wherever a moment is known within a slack only, the hold is taken as short
-- as it can have been: it began at the latest and ended at the earliest, so no two of them overlap by inaccuracy.
with told as (
    select * from holdfast.lock_events
     where recorded_at >= :since and token is not null
       and (:namespace::text is null or (namespace = :namespace and name = :name))),
holds as materialized (
    select namespace, name, token, max(fence) as fence, max(session_id) as session_id, max(job_id) as job_id,
           max(kind) as kind, max(store) as store, coalesce(bool_or(defers), false) as defers,
           coalesce(min(at + slack) filter (where what = 'GRANTED'), min(began_at + slack)) as begun,
           min(at) filter (where what = 'GRANTED') as begun_earliest,
           coalesce(min(believed_until), min(at) filter (where what in ('STOLEN', 'SESSION_ENDED'))) as ended,
           min(at) filter (where what in ('RELEASED', 'UNCONFIRMED')) as let_go,
           min(at + slack) filter (where what = 'LOST') as told_lost,
           bool_or(what in ('RELEASED', 'UNCONFIRMED', 'LOST', 'STOLEN', 'SESSION_ENDED')) as has_end,
           (array_agg(detail order by what <> 'STOLEN', what <> 'SESSION_ENDED', what <> 'LOST', at)
                filter (where what in ('RELEASED', 'UNCONFIRMED', 'LOST', 'STOLEN', 'SESSION_ENDED')))[1] as why
      from told
     where fence is not null
       and what in ('GRANTED', 'RELEASED', 'UNCONFIRMED', 'LOST', 'STOLEN', 'SESSION_ENDED')
     group by namespace, name, token)

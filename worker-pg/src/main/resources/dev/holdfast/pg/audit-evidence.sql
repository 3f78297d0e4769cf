select (select count(distinct token) from holdfast.lock_events
         where recorded_at >= :since and token is not null and fence is not null) as holds,
       (select coalesce(sum(rate - 1), 0) from holdfast.lock_events
         where recorded_at >= :since and what = 'GRANTED') as sampled_away,
       (select coalesce(sum(events), 0) from holdfast.lock_events
         where recorded_at >= :since and what = 'DROPPED') as dropped,
       (select count(*) from holdfast.lock_events
         where recorded_at >= :since and what = 'REFUSED') as refused,
       (select count(*) from holdfast.lock_events
         where recorded_at >= :since and what = 'UNGUARDED') as unguarded,
       (select min(recorded_at) from holdfast.lock_events) as oldest

-- Holds without an end that ought to have one: everything their session told is here, or the key was granted again.
-- What a process told in its last moments died with it, and what could not be kept is counted: that is no finding.
, open as (
    select h.*, n.next_begun, n.next_fence
      from holds h
      join lateral (select min(x.begun) as next_begun, min(x.fence) as next_fence
                      from holds x
                     where x.namespace = h.namespace and x.name = h.name and x.fence > h.fence) n on true
     where not h.has_end)
select case when exists (select 1 from holdfast.lock_events d
                          where d.what = 'DROPPED' and d.session_id = o.session_id and d.at >= o.begun) then 'GAP'
            when exists (select 1 from holdfast.lock_events c
                          where c.what = 'COMPLETE' and c.session_id = o.session_id and c.at >= o.begun_earliest)
            then 'UNEXPLAINED_END'
            when s.ended_at is not null then 'DIED'
            when s.id is null or o.next_begun < clock_timestamp() - interval '5 s' then 'UNEXPLAINED_END'
            else 'DIED' end as finding,
       o.namespace, o.name,
       format('the hold of %s (fence %s) has no end%s', holdfast.describe(o.session_id, o.job_id), o.fence,
           case when o.next_fence is not null then format(', and fence %s was granted', o.next_fence)
                else ', and its session has ended' end) as detail
  from open o
  left join holdfast.sessions s on s.id = o.session_id
 where s.id is null or s.ended_at is not null or o.next_begun < clock_timestamp() - interval '5 s'
 order by o.namespace, o.name, o.begun
 limit :limit

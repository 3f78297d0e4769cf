-- Grants whose fence is no greater than that of a grant which came before for certain. A grant that was stolen while
-- its reply was on the way is not among them.
, falling as (
    select *, max(fence) over (partition by namespace, name order by begun_earliest, begun
                  rows between unbounded preceding and 1 preceding) as earlier_fence
      from holds where begun_earliest is not null)
select 'FALLING_FENCE' as finding, b.namespace, b.name,
       format('%s was granted fence %s after %s had been granted fence %s',
           holdfast.describe(b.session_id, b.job_id), b.fence, holdfast.describe(a.session_id, a.job_id),
           a.fence) as detail
  from falling b
 cross join lateral (
    select * from falling p
     where p.namespace = b.namespace and p.name = b.name and p.token <> b.token
       and p.begun < b.begun_earliest and p.fence >= b.fence
     order by p.begun limit 1) a
 where b.fence <= b.earlier_fence
   and not exists (select 1 from holdfast.lock_steals s where s.victim_token = b.token)
 order by b.namespace, b.name, b.begun
 limit :limit

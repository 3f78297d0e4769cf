-- Two holds of one key that were both believed at one moment, or a holder that was told to stop and ran on into the
-- next hold. A steal that overlaps on purpose says so; a job that runs without the lock as well is no danger; and a
-- second is what a process gets that was paused and finds out late.
, placed as (
    select *, max(greatest(ended, let_go)) over (partition by namespace, name order by begun, fence
                  rows between unbounded preceding and 1 preceding) as earlier_end
      from holds
     where begun is not null)
select case when declared.reason is not null then 'DECLARED_OVERLAP'
            when a.ended > b.begun then 'OVERLAP'
            when a.defers and a.let_go > greatest(b.begun, a.told_lost) + interval '1 s' then 'OVERLAP'
            else 'LATE_OWNER' end as finding,
       b.namespace, b.name,
       format('%s (fence %s) %s until %s, and %s (fence %s) held it from %s%s',
           holdfast.describe(a.session_id, a.job_id), a.fence,
           case when a.ended > b.begun then 'believed in it' else 'had lost it and ran on' end,
           to_char(greatest(a.ended, a.let_go) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           holdfast.describe(b.session_id, b.job_id), b.fence,
           to_char(b.begun at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           '; taken at once ' || declared.by_whom) as detail
  from placed b
 cross join lateral (
    select * from placed p
     where p.namespace = b.namespace and p.name = b.name and p.token <> b.token and p.begun <= b.begun
       and greatest(p.ended, p.let_go) > b.begun and (b.ended is null or p.begun < b.ended)
       and (p.begun < b.begun or p.fence < b.fence)
     order by p.begun limit 10) a
  left join lateral (
    select s.reason, 'by ' || s.stolen_by || ' because ' || s.reason as by_whom
      from holdfast.lock_steals s
     where s.overlap and s.victim_token = a.token limit 1) declared on true
 where b.earlier_end > b.begun
 order by b.namespace, b.name, b.begun
 limit :limit

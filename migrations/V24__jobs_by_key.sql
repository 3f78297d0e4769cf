-- Jobs are looked up by id from their key only. The index of what is ready ends with the id as well, so the server may
-- take it for that, and then reads all of it for each job. It did where its statistics, taken after a worker had caught
-- up, said that there are no jobs: then both seem to cost the same but for the height of their trees.

-- Whoever has read jobs and has not ended holds this up, and meanwhile everybody else is held up by this: it gives up
-- soon, and may be tried again. A million waiting jobs take about a second.
set local lock_timeout = '10s';
drop index holdfast.jobs_ready;
-- All jobs. Only statements that say the same are served by it.
create index jobs_ready on holdfast.jobs (queue, suspect, priority, run_at, id) where priority >= 0;

-- Leases due jobs to a live session from lines given in the order in which they are served: of each, those after
-- (p_after_at, p_after_id) in the order of time. Nothing is forgotten if the caller starts each line anew now and then:
-- what becomes due behind that place is found then. Woken jobs are leased first, wherever they stand, because their
-- locks are reserved for a few seconds only. Only jobs due for p_overdue count.
--
-- The first row carries no job; it says whether the session is live, and in run_at up to which time jobs were due, if it
-- looked for any. The jobs come in no order. The same lease number again answers what that lease still holds and leases
-- nothing new. A ticket says that the job was parked, wait_over that its wait is.
create or replace function holdfast.lease(p_session bigint, p_lease int, p_queues text[], p_priorities int[],
        p_after_at timestamptz[], p_after_id bigint[], p_kinds text[], p_suspect boolean, p_overdue interval,
        p_limit int)
    returns table (live boolean, id bigint, queue text, priority smallint, run_at timestamptz, kind text, payload text,
        attempts int, failures int, interruptions int, contentions int, crashes int, max_attempts int,
        timeout_ms bigint, ticket bigint, wait_over boolean)
    language plpgsql
    set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_due   timestamptz := now() - p_overdue;
    v_woken bigint[];
    v_ids   bigint[];
    v_rows  tid[];
begin
    select exists (select 1 from holdfast.sessions where id = p_session and ended_at is null) into live;
    if not live then
        return next;
        return;
    end if;
    select array_agg(x.id), array_agg(x.ctid) into v_woken, v_rows
      from (select j.id, j.ctid
              from (select distinct w.job_id from holdfast.lock_waiters w where w.woken_at is not null) w
             cross join lateral (
                   select x.id, x.ctid
                     from holdfast.jobs x
                    where x.id = w.job_id
                      -- In one piece, so that no index but the key serves.
                      and (x.queue = any (p_queues) and x.suspect = p_suspect and x.run_at <= v_due
                           and x.session_id is null and x.kind = any (p_kinds)) is true
                      for update skip locked) j
             limit p_limit) x;
    select v_woken || array_agg(x.id), v_rows || array_agg(x.ctid) into v_ids, v_rows
      from (select x.id, x.ctid
              from unnest(p_queues, p_priorities, p_after_at, p_after_id) q (queue, priority, run_at, id)
             cross join lateral (
                   select j.id, j.ctid
                     from holdfast.jobs j
                    where j.queue = q.queue
                      and j.suspect = p_suspect
                      and j.priority = q.priority
                      -- Always true; without it the index is not looked at.
                      and j.priority >= 0
                      and j.run_at <= v_due
                      and (j.run_at, j.id) > (q.run_at, q.id)
                      and j.session_id is null
                      and j.kind = any (p_kinds)
                      and (v_woken is null or j.id <> all (v_woken))
                    order by j.run_at, j.id
                    limit p_limit
                      for update skip locked) x
             limit p_limit - coalesce(cardinality(v_woken), 0)) x;
    if v_ids is null then
        perform 1 from holdfast.leases where session_id = p_session and lease_no = p_lease;
        run_at := case when not found then v_due end;
        return next;
        if run_at is null then
            return query select * from holdfast.leased(p_session, p_lease);
        end if;
        return;
    end if;
    -- Held until commit: the reaper, which locks the session first, waits for this lease or is seen by it. Should it have
    -- the session and want one of these jobs, which was given back a moment ago, one of the two is told, and asks again.
    perform 1 from holdfast.sessions where id = p_session and ended_at is null for key share;
    live := found;
    if not live then
        return next;
        return;
    end if;
    -- Waits for a twin of this request that is still in flight, and then leaves the jobs to it.
    insert into holdfast.leases (session_id, lease_no, ids, unsettled)
    values (p_session, p_lease, v_ids, cardinality(v_ids)) on conflict do nothing;
    run_at := case when found then v_due end;
    return next;
    if run_at is null then
        return query select * from holdfast.leased(p_session, p_lease);
        return;
    end if;
    -- Rows that are locked here do not move.
    return query
    update holdfast.jobs j set session_id = p_session, lease_no = p_lease, attempts = attempts + 1
     where j.ctid = any (v_rows)
    returning true, j.id, j.queue, j.priority, j.run_at, j.kind, j.payload::text, j.attempts, j.failures,
              j.interruptions, j.contentions, j.crashes, j.max_attempts, j.timeout_ms, j.ticket,
              coalesce(j.parked_until <= now(), false);
end $$;

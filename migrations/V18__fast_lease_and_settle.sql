-- Leasing and settling near the cost of their row writes. A lease walks lines, each a queue and a priority, from where
-- the caller has come to in it; a completed attempt is one delete. This file is long because functions are replaced
-- whole.

-- How many jobs of a batch have not been settled yet; null if an older release leased it. Ids do not compress.
alter table holdfast.leases add column unsettled int check (unsettled >= 0);
alter table holdfast.leases alter column ids set storage external;

-- Leases due jobs to a live session from lines given in the order in which they are served: of each, those after
-- (p_after_at, p_after_id) in the order of time. Nothing is forgotten if the caller starts each line anew now and then:
-- what becomes due behind that place is found then. Woken jobs are leased first, wherever they stand, because their
-- locks are reserved for a few seconds only. Only jobs due for p_overdue count.
--
-- The first row carries no job; it says whether the session is live, and in run_at up to which time jobs were due, if it
-- looked for any. The jobs come in no order. The same lease number again answers what that lease still holds and leases nothing new. A
-- ticket says that the job was parked, wait_over that its wait is.
create function holdfast.lease(p_session bigint, p_lease int, p_queues text[], p_priorities int[],
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
    v_more  tid[];
begin
    -- Held until commit: the reaper, which ends the session first, waits for this lease or is seen by it.
    perform 1 from holdfast.sessions where id = p_session and ended_at is null for key share;
    live := found;
    if not live then
        return next;
        return;
    end if;
    perform 1 from holdfast.leases where session_id = p_session and lease_no = p_lease;
    run_at := case when not found then v_due end;
    return next;
    if run_at is null then
        return query select * from holdfast.leased(p_session, p_lease);
        return;
    end if;
    select array_agg(x.id), array_agg(x.ctid) into v_woken, v_rows
      from (select j.id, j.ctid
              from holdfast.jobs j
             where j.id in (select w.job_id from holdfast.lock_waiters w where w.woken_at is not null)
               and j.queue = any (p_queues)
               and j.suspect = p_suspect
               and j.run_at <= v_due
               and j.session_id is null
               and j.kind = any (p_kinds)
             limit p_limit
               for update skip locked) x;
    select v_woken || array_agg(x.id), v_rows || array_agg(x.ctid) into v_ids, v_rows
      from (select x.id, x.ctid
              from unnest(p_queues, p_priorities, p_after_at, p_after_id) q (queue, priority, run_at, id)
             cross join lateral (
                   select j.id, j.ctid
                     from holdfast.jobs j
                    where j.queue = q.queue
                      and j.suspect = p_suspect
                      and j.priority = q.priority
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
        return;
    end if;
    -- Waits for a twin of this request that is still in flight, and then leaves the jobs to it.
    insert into holdfast.leases (session_id, lease_no, ids, unsettled)
    values (p_session, p_lease, v_ids, cardinality(v_ids)) on conflict do nothing;
    if not found then
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

-- What a lease still holds, as lease answers it.
create function holdfast.leased(p_session bigint, p_lease int)
    returns table (live boolean, id bigint, queue text, priority smallint, run_at timestamptz, kind text, payload text,
        attempts int, failures int, interruptions int, contentions int, crashes int, max_attempts int,
        timeout_ms bigint, ticket bigint, wait_over boolean)
    language sql volatile
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
    select true, j.id, j.queue, j.priority, j.run_at, j.kind, j.payload::text, j.attempts, j.failures,
           j.interruptions, j.contentions, j.crashes, j.max_attempts, j.timeout_ms, j.ticket,
           coalesce(j.parked_until <= now(), false)
      from holdfast.leases l
     cross join lateral unnest(l.ids) c (id)
      join holdfast.jobs j on j.id = c.id and j.session_id = p_session and j.lease_no = p_lease
     where l.session_id = p_session and l.lease_no = p_lease;
$$;

-- Counts down the batches of jobs that were settled, one entry a job, and forgets those of which none is left.
create function holdfast.count_down(p_session bigint, p_leases int[]) returns void
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_done int[];
begin
    with counted as (
        update holdfast.leases l set unsettled = l.unsettled - s.jobs
          from (select u.lease_no, count(*)::int as jobs from unnest(p_leases) u (lease_no)
                 group by u.lease_no order by u.lease_no) s
         where l.session_id = p_session and l.lease_no = s.lease_no and l.unsettled is not null
        returning l.lease_no, l.unsettled)
    select array_agg(lease_no) into v_done from counted where unsettled = 0;
    if v_done is not null then
        delete from holdfast.leases where session_id = p_session and lease_no = any (v_done);
    end if;
end $$;

-- Writes attempts that completed and led to no other job, all or none, as settle would: most of them by one delete,
-- and by settle those that need more: a newer request came during the run, the job has a place in lines, or the
-- day's history is missing.
create function holdfast.complete(p_session bigint, p_ids bigint[], p_leases int[], p_notes text[], p_notify boolean,
        out live boolean, out accepted bigint[])
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_at     timestamptz := clock_timestamp();
    v_queue  text        := (select queue from holdfast.jobs where id = p_ids[1]);
    v_leases int[];
    v_rest   bigint[];
    v_due    text[];
    v_freed  record;
begin
    select exists (select 1 from holdfast.sessions where id = p_session and ended_at is null) into live;
    perform 1 from holdfast.queues where queue = v_queue and retention is null;
    if found then
        with gone as (
            delete from holdfast.jobs j using unnest(p_ids, p_leases) e (id, lease_no)
             where j.id = e.id and j.session_id = p_session and j.lease_no = e.lease_no and j.queue = v_queue
               and j.next_payload is null and j.ticket is null
            returning j.id, j.lease_no)
        select array_agg(id), array_agg(lease_no) into accepted, v_leases from gone;
    elsif holdfast.has_history(v_at) then
        with gone as (
            delete from holdfast.jobs j using unnest(p_ids, p_leases, p_notes) e (id, lease_no, result)
             where j.id = e.id and j.session_id = p_session and j.lease_no = e.lease_no
               and j.next_payload is null and j.ticket is null
            returning j.*, e.result),
        kept as (
            insert into holdfast.job_history (id, round, queue, kind, priority, run_at, session_id, attempts, failures,
                   interruptions, contentions, crashes, max_attempts, timeout_ms, unique_key, payload, note,
                   enqueued_at, state, ended_at)
            select g.id, g.round, g.queue, g.kind, g.priority, g.run_at, g.session_id, g.attempts, g.failures,
                   g.interruptions, g.contentions, g.crashes, g.max_attempts, g.timeout_ms, g.unique_key, g.payload,
                   coalesce(g.result, ''), g.enqueued_at, 'COMPLETED', v_at
              from gone g
             where not exists (select 1 from holdfast.queues q where q.queue = g.queue and q.retention is null))
        select array_agg(id), array_agg(lease_no) into accepted, v_leases from gone;
    end if;
    -- Before the locks of the others are freed: jobs come before locks.
    if cardinality(accepted) is distinct from cardinality(p_ids) then
        v_rest := holdfast.complete_rest(p_session, p_ids, p_leases, p_notes, p_notify, coalesce(accepted, '{}'));
    end if;
    if accepted is not null then
        select f.namespaces, f.names into v_freed from holdfast.free_held(p_session, accepted, v_leases) f;
        if cardinality(v_freed.names) > 0 then
            v_due := holdfast.wake_heads(v_freed.namespaces, v_freed.names);
        end if;
        if p_notify and cardinality(v_due) > 0 then
            perform holdfast.wake(v_due);
        end if;
        perform holdfast.count_down(p_session, v_leases);
    end if;
    accepted := coalesce(accepted, '{}') || v_rest;
end $$;

-- Settles those of the completed attempts that are not written yet.
create function holdfast.complete_rest(p_session bigint, p_ids bigint[], p_leases int[], p_notes text[],
        p_notify boolean, p_written bigint[]) returns bigint[]
    language sql as $$
    select s.accepted
      from (select array_agg(e.id) as ids, array_agg(e.lease_no) as leases, array_agg(e.note) as notes,
                   array_agg('COMPLETED'::text) as endings, array_agg(0::bigint) as delays
              from unnest(p_ids, p_leases, p_notes) e (id, lease_no, note)
             where e.id <> all (p_written)) rest
     cross join lateral holdfast.settle(p_session, rest.ids, rest.leases, rest.endings, rest.delays, rest.notes, '{}',
               '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', p_notify, '{}', '{}', '{}', '{}', false) s;
$$;

-- Writes the ends of attempts, all or none. A row whose lease is not this session's any more is passed over. Follow-up
-- jobs come as parallel arrays like those of enqueue; p_follow_of names the settlement each belongs to, from 1.
-- p_done names batches, leased by an older release, that may have no job left. The locks a parked job waits for come as parallel arrays too;
-- p_park_of names the settlement each belongs to, whose delay is the longest wait, and the pause the shortest, though
-- the locks may be free. p_elsewhere: locks are kept in another store.
create or replace function holdfast.settle(p_session bigint, p_ids bigint[], p_leases int[], p_endings text[], p_delays bigint[],
        p_notes text[], p_done int[], p_follow_of int[], p_queues text[], p_kinds text[],
        p_priorities int[], p_follow_delays bigint[], p_max_attempts int[], p_timeouts bigint[], p_keys text[],
        p_payloads text[],
        p_notify boolean, p_park_of int[], p_park_namespaces text[], p_park_names text[], p_park_pauses bigint[],
        p_elsewhere boolean, out live boolean, out accepted bigint[])
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_at      timestamptz := clock_timestamp();
    v_ords    bigint[];
    v_leases  int[];
    v_endings text[];
    v_delays  bigint[];
    v_notes   text[];
    v_refunds bigint[];
    v_placed  bigint[];
    v_due     text[];
    v_freed   record;
begin
    if cardinality(array_remove(p_keys, null)) > 0 then
        perform holdfast.lock_jobs(p_ids, p_queues, p_keys);
    end if;
    -- A cancel that raced with an ending which would let the job wait again is not lost.
    select array_agg(r.id), array_agg(r.ord), array_agg(r.lease_no), array_agg(r.ending), array_agg(r.delay),
           array_agg(r.note), array_agg(r.id) filter (where r.unstarted and r.ending = 'CANCELLED'),
           array_agg(r.id) filter (where r.ticket is not null)
      into accepted, v_ords, v_leases, v_endings, v_delays, v_notes, v_refunds, v_placed
      from (select j.id, s.ord, j.lease_no, j.ticket, s.delay, s.ending = 'UNSTARTED' as unstarted,
                   case when s.ending in ('COMPLETED', 'DISCARDED') or j.cancel_reason is null then s.ending
                        else 'CANCELLED' end as ending,
                   case when s.ending in ('COMPLETED', 'DISCARDED', 'CANCELLED') then s.note
                        else coalesce(j.cancel_reason, s.note) end as note
              from unnest(p_ids, p_leases, p_endings, p_delays, p_notes) with ordinality
                   s (id, lease_no, ending, delay, note, ord)
              join holdfast.jobs j on j.id = s.id
             where j.session_id = p_session and j.lease_no = s.lease_no
             order by j.id
               for update of j) r;
    select exists (select 1 from holdfast.sessions where id = p_session and ended_at is null) into live;
    if accepted is not null then
        if v_refunds is not null then
            update holdfast.jobs set attempts = attempts - 1 where id = any (v_refunds);
        end if;
        v_due := holdfast.write_endings(accepted, v_endings, v_delays, v_notes, v_at);
        if cardinality(p_follow_of) > 0 then
            perform holdfast.follow_up(v_ords, p_follow_of, p_queues, p_kinds, p_priorities, p_follow_delays,
                p_max_attempts, p_timeouts, p_keys, p_payloads, p_notify);
        end if;
        -- After the follow-ups, which may wait for jobs: whoever runs one may be waiting for a lock freed here.
        if v_placed is null and cardinality(p_park_of) = 0 then
            select f.namespaces, f.names into v_freed from holdfast.free_held(p_session, accepted, v_leases) f;
        else
            select m.namespaces, m.names into v_freed
              from holdfast.settle_places(p_session, accepted, v_ords, v_leases, v_endings, v_placed, p_park_of,
                       p_park_namespaces, p_park_names, p_elsewhere) m;
        end if;
        if cardinality(v_freed.names) > 0 then
            v_due := v_due || holdfast.wake_heads(v_freed.namespaces, v_freed.names);
        end if;
        if cardinality(p_park_of) > 0 then
            perform holdfast.hold_off(v_ords, accepted, p_park_of, p_park_pauses);
        end if;
        if p_notify and cardinality(v_due) > 0 then
            perform holdfast.wake(v_due);
        end if;
    end if;
    if v_leases is not null then
        perform holdfast.count_down(p_session, v_leases);
    end if;
    if cardinality(p_done) > 0 then
        perform holdfast.forget_leases(p_session, p_done);
    end if;
    accepted := coalesce(accepted, '{}');
end $$;

-- Looked up by id, and written with every job that ends: a key over round and time, which never refused anything,
-- cost as much as the row itself.
alter table holdfast.job_history drop constraint job_history_pkey;
create index job_history_id on holdfast.job_history (id);

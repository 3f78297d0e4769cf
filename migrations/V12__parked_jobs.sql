-- Jobs and the lines of V11: how an attempt's end, a session's end and an operator move jobs in them.
-- This file is long because functions are replaced whole.

-- Ends the round of jobs whose rows the caller has locked: into the history if their queue keeps one, then out of
-- the live table, or into a new round if a newer request came during the run. Answers the queues of new rounds.
-- A missing partition costs the history, never the settlement.
create or replace function holdfast.end_rounds(p_ids bigint[], p_states text[], p_notes text[], p_at timestamptz)
    returns text[]
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_keeps  boolean := holdfast.has_history(p_at);
    v_again  bigint[];
    v_queues text[];
begin
    if not v_keeps then
        raise warning 'no partition of holdfast.job_history for %, history of % jobs is lost', p_at, cardinality(p_ids);
    end if;
    with ended as materialized (
        select e.* from unnest(p_ids, p_states, p_notes) e (id, state, result)),
    gone as (
        delete from holdfast.jobs j using ended e where j.id = e.id and j.next_payload is null
        returning j.*, e.state, e.result),
    again as (
        select j.*, e.state, e.result from ended e join holdfast.jobs j on j.id = e.id
         where (select count(*) from gone) < cardinality(p_ids) and j.next_payload is not null),
    kept as (
        insert into holdfast.job_history (id, round, queue, kind, priority, run_at, session_id, attempts, failures,
               interruptions, contentions, crashes, max_attempts, timeout_ms, unique_key, payload, note, enqueued_at,
               state, ended_at)
        select r.id, r.round, r.queue, r.kind, r.priority, r.run_at, r.session_id, r.attempts, r.failures,
               r.interruptions, r.contentions, r.crashes, r.max_attempts, r.timeout_ms, r.unique_key, r.payload,
               r.result, r.enqueued_at, r.state, p_at
          from (select * from gone union all select * from again) r
         where v_keeps
           and not exists (select 1 from holdfast.queues q where q.queue = r.queue and q.retention is null))
    select array_agg(id) into v_again from again;
    if v_again is not null then
        with renewed as (
            update holdfast.jobs
               set session_id = null, lease_no = null, round = round + 1, attempts = 0, failures = 0,
                   interruptions = 0, contentions = 0, crashes = 0, suspect = false, payload = next_payload,
                   next_payload = null, cancel_reason = null, note = '', run_at = p_at, enqueued_at = p_at,
                   ticket = null, parked_until = null
             where id = any (v_again)
            returning queue)
        select array_agg(queue) into v_queues from renewed;
    end if;
    return coalesce(v_queues, '{}');
end $$;

-- A parked job takes a newer payload in like any other, and goes on waiting for its lock.
create or replace function holdfast.enqueue_keyed(p_queues text[], p_kinds text[], p_priorities int[],
        p_delays bigint[], p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[], p_nth int,
        p_now timestamptz)
    returns table (ord bigint, id bigint, result text)
    language sql as $$
    with r as (
        select r.*, row_number() over (partition by r.queue, r.key order by r.ord) as nth
          from unnest(p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_keys, p_payloads)
               with ordinality r (queue, kind, priority, delay, max_attempts, timeout, key, payload, ord)
         where r.key is not null),
    n as materialized (
        select r.*, nextval('holdfast.jobs_id_seq') as id from r where r.nth = p_nth order by r.queue, r.key),
    i as (
        insert into holdfast.jobs as j (id, queue, kind, priority, run_at, max_attempts, timeout_ms, unique_key,
               payload, enqueued_at)
            overriding system value
        select n.id, n.queue, n.kind, n.priority, p_now + n.delay * interval '1 ms', n.max_attempts, n.timeout, n.key,
               n.payload::jsonb, p_now
          from n
        on conflict (queue, unique_key) where unique_key is not null do update
           set payload = case when j.session_id is null then holdfast.fold(j.payload, excluded.payload)
                              else j.payload end,
               next_payload = case when j.session_id is null then null
                                   when j.next_payload is null then excluded.payload
                                   else holdfast.fold(j.next_payload, excluded.payload) end,
               run_at = case when j.session_id is null and j.ticket is null then least(j.run_at, excluded.run_at)
                             else j.run_at end,
               priority = case when j.session_id is null then least(j.priority, excluded.priority)
                               else j.priority end
        returning j.id, j.queue, j.unique_key, j.session_id)
    select n.ord, i.id,
           case when i.id = n.id then 'INSERTED' when i.session_id is null then 'COALESCED' else 'REARMED' end
      from n join i on i.queue = n.queue and i.unique_key = n.key;
$$;

drop function holdfast.lease(bigint, int, text[], text[], boolean, int);

-- Leases due jobs to a live session, in the order of the queues given, then priority, then time. Answers one row a
-- job; a row without a job says whether the session is live. The same lease number again answers what that lease
-- still holds and leases nothing new. A ticket says that the job was parked, wait_over that its wait is.
create function holdfast.lease(p_session bigint, p_lease int, p_queues text[], p_kinds text[], p_suspect boolean,
        p_limit int)
    returns table (live boolean, id bigint, queue text, kind text, payload text, attempts int, failures int,
        interruptions int, contentions int, crashes int, max_attempts int, timeout_ms bigint, ticket bigint,
        wait_over boolean)
    language plpgsql
    set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_ids bigint[];
begin
    -- Held until commit: the reaper, which ends the session first, waits for this lease or is seen by it.
    perform 1 from holdfast.sessions where id = p_session and ended_at is null for key share;
    if not found then
        return query select false, null::bigint, null, null, null, 0, 0, 0, 0, 0, 0, null::bigint, null::bigint, false;
        return;
    end if;
    perform 1 from holdfast.leases where session_id = p_session and lease_no = p_lease;
    if not found then
        select array_agg(due.id order by due.ord, due.run_at, due.id) into v_ids
          from (select x.id, x.run_at, q.ord
                  from (select q.queue, p.priority, row_number() over (order by q.ord, p.priority) as ord
                          from unnest(p_queues) with ordinality q (queue, ord)
                         cross join generate_series(0, 9) p (priority)
                         order by q.ord, p.priority) q
                 cross join lateral (
                       select j.id, j.run_at
                         from holdfast.jobs j
                        where j.queue = q.queue
                          and j.suspect = p_suspect
                          and j.priority = q.priority
                          and j.run_at <= now()
                          and j.session_id is null
                          and j.kind = any (p_kinds)
                        order by j.run_at, j.id
                        limit p_limit
                          for update skip locked) x
                 limit p_limit) due;
        if v_ids is null then
            return query
            select true, null::bigint, null, null, null, 0, 0, 0, 0, 0, 0, null::bigint, null::bigint, false;
            return;
        end if;
        -- Waits for a twin of this request that is still in flight, and then leaves the jobs to it.
        insert into holdfast.leases (session_id, lease_no, ids) values (p_session, p_lease, v_ids)
            on conflict do nothing;
        if found then
            return query
            with u as (
                update holdfast.jobs j set session_id = p_session, lease_no = p_lease, attempts = attempts + 1
                  from unnest(v_ids) with ordinality c (id, ord) where j.id = c.id
                returning j.*, c.ord)
            select true, u.id, u.queue, u.kind, u.payload::text, u.attempts, u.failures, u.interruptions,
                   u.contentions, u.crashes, u.max_attempts, u.timeout_ms, u.ticket,
                   coalesce(u.parked_until <= now(), false)
              from u order by u.ord;
            return;
        end if;
    end if;
    return query
    select true, j.id, j.queue, j.kind, j.payload::text, j.attempts, j.failures, j.interruptions, j.contentions,
           j.crashes, j.max_attempts, j.timeout_ms, j.ticket, coalesce(j.parked_until <= now(), false)
      from (values (1)) one
      left join (holdfast.leases l cross join lateral unnest(l.ids) with ordinality c (id, ord)
                 join holdfast.jobs j on j.id = c.id and j.session_id = p_session and j.lease_no = p_lease)
        on l.session_id = p_session and l.lease_no = p_lease
     order by c.ord;
end $$;

-- Makes jobs whose rows the caller has locked wait again, each after its delay (ms); a request that came during the
-- run is folded in. How each attempt ended decides what is counted, and whether the job keeps its place in a line. A
-- parked one waits until its wait is over, which began when it got its place.
create or replace function holdfast.return_jobs(p_ids bigint[], p_endings text[], p_delays bigint[], p_notes text[],
        p_at timestamptz) returns text[]
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_due text[];
begin
    with waiting as (
        update holdfast.jobs j
           set session_id = null, lease_no = null,
               payload = holdfast.fold(j.payload, j.next_payload), next_payload = null,
               attempts = j.attempts - (e.ending = 'UNSTARTED')::int,
               failures = j.failures + (e.ending = 'RETRIED')::int,
               interruptions = j.interruptions + (e.ending = 'INTERRUPTED')::int,
               contentions = j.contentions + (e.ending in ('CONTENDED', 'PARKED'))::int,
               suspect = case when e.ending = 'CRASHED' then true else j.suspect and e.ending = 'UNSTARTED' end,
               note = coalesce(e.note, j.note),
               ticket = case when e.ending = 'PARKED' then coalesce(j.ticket, nextval('holdfast.tickets'))
                             when e.stays then j.ticket end,
               parked_until = case when e.ending = 'PARKED' and j.parked_until > p_at then j.parked_until
                                   when e.ending = 'PARKED' then p_at + e.delay * interval '1 ms'
                                   when e.stays then j.parked_until end,
               run_at = case when e.ending = 'PARKED' and j.parked_until > p_at then j.parked_until
                             else p_at + e.delay * interval '1 ms' end
          from (select r.*, r.ending in ('UNSTARTED', 'INTERRUPTED', 'CRASHED', 'STOPPED') as stays
                  from unnest(p_ids, p_endings, p_delays, p_notes) r (id, ending, delay, note)) e
         where j.id = e.id
        returning j.queue, e.delay)
    select array_agg(distinct queue) filter (where delay = 0) into v_due from waiting;
    return coalesce(v_due, '{}');
end $$;

-- What settling means for the lines: who has parked joins the lines of its locks, and whoever had a place leaves them
-- unless its attempt did not come to an end of its own.
create function holdfast.settle_places(p_session bigint, p_ids bigint[], p_ords bigint[], p_leases int[],
        p_endings text[], p_placed bigint[], p_park_of int[], p_park_namespaces text[], p_park_names text[],
        p_elsewhere boolean, out namespaces text[], out names text[])
    language plpgsql as $$
declare
    v_leaving    bigint[];
    v_joining    bigint[];
    v_namespaces text[];
    v_names      text[];
begin
    select array_agg(e.id) into v_leaving
      from unnest(p_ids, p_endings) e (id, ending)
     where e.id = any (p_placed) and e.ending not in ('PARKED', 'UNSTARTED', 'INTERRUPTED');
    select array_agg(e.id), array_agg(p.namespace), array_agg(p.name) into v_joining, v_namespaces, v_names
      from unnest(p_park_of, p_park_namespaces, p_park_names) p (of, namespace, name)
      join unnest(p_ids, p_ords, p_endings) e (id, ord, ending) on e.ord = p.of and e.ending = 'PARKED';
    select m.namespaces, m.names into namespaces, names
      from holdfast.free_and_move(p_session, p_ids, p_leases, coalesce(v_leaving, '{}'), coalesce(v_joining, '{}'),
               coalesce(v_namespaces, '{}'), coalesce(v_names, '{}'), p_elsewhere) m;
end $$;

-- A parked job whose turn came at once waits for its pause all the same.
create function holdfast.hold_off(p_ords bigint[], p_ids bigint[], p_park_of int[], p_pauses bigint[]) returns void
    language sql volatile as $$
    update holdfast.jobs j
       set run_at = j.run_at + e.pause * interval '1 ms'
      from (select distinct i.id, p.pause
              from unnest(p_park_of, p_pauses) p (of, pause)
              join unnest(p_ords, p_ids) i (ord, id) on i.ord = p.of) e
     where j.id = e.id and e.pause > 0 and j.run_at <= clock_timestamp() and j.session_id is null;
$$;

-- Writes the ends of attempts, all or none. A row whose lease is not this session's any more is passed over. Follow-up
-- jobs come as parallel arrays like those of enqueue; p_follow_of names the settlement each belongs to, from 1.
-- p_done names batches that may have no job left. The locks a parked job waits for come as parallel arrays too;
-- p_park_of names the settlement each belongs to, whose delay is the longest wait, and the pause the shortest, though
-- the locks may be free. p_elsewhere: locks are kept in another store.
create function holdfast.settle(p_session bigint, p_ids bigint[], p_leases int[], p_endings text[], p_delays bigint[],
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
    if cardinality(p_done) > 0 then
        perform holdfast.forget_leases(p_session, p_done);
    end if;
    accepted := coalesce(accepted, '{}');
end $$;

-- For workers of the release before this one.
create or replace function holdfast.settle(p_session bigint, p_ids bigint[], p_leases int[], p_endings text[],
        p_delays bigint[], p_notes text[], p_done int[], p_follow_of int[], p_queues text[], p_kinds text[],
        p_priorities int[], p_follow_delays bigint[], p_max_attempts int[], p_timeouts bigint[], p_keys text[],
        p_payloads text[],
        p_notify boolean, out live boolean, out accepted bigint[])
    language sql as $$
    select s.live, s.accepted
      from holdfast.settle(p_session, p_ids, p_leases, p_endings, p_delays, p_notes, p_done, p_follow_of, p_queues,
               p_kinds, p_priorities, p_follow_delays, p_max_attempts, p_timeouts, p_keys, p_payloads, p_notify,
               '{}', '{}', '{}', '{}', false) s;
$$;

-- Ends a session whose row the caller has locked, and with it everything it holds: locks become free, the first in
-- their lines are woken, and jobs wait again. A crash makes suspects of the jobs; one that was a suspect already is
-- charged, and the third charge is its end. An operator's cancel that had not reached its worker takes effect here.
create or replace function holdfast.end_session(p_session bigint, p_crashed boolean, p_notify boolean,
        out returned int, out poisoned int, out locks_freed int)
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_at      timestamptz := clock_timestamp();
    v_jobs    bigint[];
    v_endings text[];
    v_notes   text[];
    v_leaving bigint[];
    v_freed   record;
    v_due     text[];
begin
    update holdfast.sessions set ended_at = v_at where id = p_session;
    select array_agg(r.id), array_agg(r.ending), array_agg(r.note),
           array_agg(r.id) filter (where r.ticket is not null and r.ending in ('CANCELLED', 'DISCARDED'))
      into v_jobs, v_endings, v_notes, v_leaving
      from (select j.id, j.ticket,
                   case when j.cancel_reason is not null then 'CANCELLED'
                        when p_crashed and j.suspect and j.crashes >= 2 then 'DISCARDED'
                        when p_crashed then 'CRASHED'
                        else 'STOPPED' end as ending,
                   case when j.cancel_reason is not null then j.cancel_reason
                        when p_crashed and j.suspect and j.crashes >= 2
                        then 'poison: its process died ' || j.crashes + 1 || ' times under it' end as note
              from holdfast.jobs j
             where j.id in (select unnest(l.ids) from holdfast.leases l where l.session_id = p_session)
               and j.session_id = p_session
             order by j.id
               for update) r;
    select m.namespaces, m.names, m.freed into v_freed
      from holdfast.free_and_move(p_session, null, null, coalesce(v_leaving, '{}'), '{}', '{}', '{}', false) m;
    locks_freed := v_freed.freed;
    update holdfast.jobs set crashes = crashes + 1 where p_crashed and suspect and id = any (v_jobs);
    if v_jobs is not null then
        v_due := holdfast.write_endings(v_jobs, v_endings, array_fill(0::bigint, array [cardinality(v_jobs)]), v_notes,
            v_at);
    end if;
    v_due := v_due || holdfast.wake_heads(v_freed.namespaces, v_freed.names);
    -- Whether its process held locks kept elsewhere is not known here.
    perform 1 from holdfast.lock_waiters where elsewhere limit 1;
    if found then
        perform holdfast.lock_lines();
        update holdfast.lock_waiters set look_at = v_at
         where elsewhere and woken_at is null and look_at <= v_at + interval '15 s';
    end if;
    if p_notify then
        perform holdfast.wake(v_due);
    end if;
    delete from holdfast.leases where session_id = p_session;
    select count(*) filter (where e in ('CRASHED', 'STOPPED')), count(*) filter (where e = 'DISCARDED')
      into returned, poisoned from unnest(v_endings) e;
end $$;

-- Cancels a waiting job, or tells the worker that runs it. Null if there is no such live job; MOVED asks again.
create or replace function holdfast.cancel_job(p_job bigint, p_reason text, p_notify boolean) returns text
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_session bigint := holdfast.guess_runner(p_job);
    v_row     holdfast.jobs;
begin
    select * into v_row from holdfast.jobs where id = p_job for update;
    if not found then
        return null;
    elsif v_row.session_id is distinct from v_session then
        return 'MOVED';
    elsif v_row.cancel_reason is not null then
        return 'UNCHANGED';
    elsif v_row.session_id is null then
        perform holdfast.end_rounds(array [p_job], array ['CANCELLED'], array [p_reason], clock_timestamp());
        if v_row.ticket is not null then
            perform holdfast.leave_lines(array [p_job], p_notify);
        end if;
        return 'DONE';
    end if;
    update holdfast.jobs set cancel_reason = p_reason where id = p_job;
    perform holdfast.tell(v_session, p_notify);
    return 'TOLD';
end $$;

drop function holdfast.free_locks(bigint, bigint[], int[]);

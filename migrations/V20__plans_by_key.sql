-- Every statement over jobs by id reaches them through the key, whatever the statistics say. A plan made while the
-- table was nearly empty, and then kept, walked all of it once for each job of a batch when it had filled.
-- This file is long because functions are replaced whole.

-- Writes the ends of attempts, all or none. A row whose lease is not this session's any more is passed over. Follow-up
-- jobs come as parallel arrays like those of enqueue; p_follow_of names the settlement each belongs to, from 1.
-- p_done names batches, leased by an older release, that may have no job left. The locks a parked job waits for come
-- as parallel arrays too; p_park_of names the settlement each belongs to, whose delay is the longest wait, and the
-- pause the shortest, though the locks may be free. p_elsewhere: locks are kept in another store.
create or replace function holdfast.settle(p_session bigint, p_ids bigint[], p_leases int[], p_endings text[],
        p_delays bigint[], p_notes text[], p_done int[], p_follow_of int[], p_queues text[], p_kinds text[],
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
              from (select * from unnest(p_ids, p_leases, p_endings, p_delays, p_notes) with ordinality
                           u (id, lease_no, ending, delay, note, ord) order by u.id) s
             cross join lateral (
                   select * from holdfast.jobs x
                    where x.id = s.id and x.session_id = p_session and x.lease_no = s.lease_no
                      for update) j) r;
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

-- Ends the round of jobs whose rows the caller has locked: into the history if their queue keeps one, then out of
-- the live table, or into a new round if a newer request came during the run. Answers the queues of new rounds.
-- A missing partition costs the history, never the settlement.
create or replace function holdfast.end_rounds(p_ids bigint[], p_states text[], p_notes text[], p_at timestamptz)
    returns text[]
    language plpgsql
    set enable_seqscan = off set enable_nestloop = off set enable_hashjoin = on set enable_mergejoin = off as $$
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
        delete from holdfast.jobs j using ended e
         where j.id = any (p_ids) and j.id = e.id and j.next_payload is null
        returning j.*, e.state, e.result),
    again as (
        select j.*, e.state, e.result from ended e join holdfast.jobs j on j.id = e.id
         where j.id = any (p_ids) and (select count(*) from gone) < cardinality(p_ids) and j.next_payload is not null),
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

-- Makes jobs whose rows the caller has locked wait again, each after its delay (ms); a request that came during the
-- run is folded in. How each attempt ended decides what is counted, and whether the job keeps its place in a line. A
-- parked one waits until its wait is over, which began when it got its place.
create or replace function holdfast.return_jobs(p_ids bigint[], p_endings text[], p_delays bigint[], p_notes text[],
        p_at timestamptz) returns text[]
    language plpgsql
    set enable_seqscan = off set enable_nestloop = off set enable_hashjoin = on set enable_mergejoin = off as $$
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
                             when e.ending = 'UNSTARTED' and j.ticket is not null then least(j.run_at, p_at)
                             else p_at + e.delay * interval '1 ms' end
          from (select r.*, r.ending in ('UNSTARTED', 'INTERRUPTED', 'CRASHED', 'STOPPED') as stays
                  from unnest(p_ids, p_endings, p_delays, p_notes) r (id, ending, delay, note)) e
         where j.id = any (p_ids) and j.id = e.id
        returning j.queue, e.delay)
    select array_agg(distinct queue) filter (where delay = 0) into v_due from waiting;
    return coalesce(v_due, '{}');
end $$;

-- A parked job whose turn came at once waits for its pause all the same.
create or replace function holdfast.hold_off(p_ords bigint[], p_ids bigint[], p_park_of int[], p_pauses bigint[])
    returns void
    language sql volatile
    set enable_seqscan = off set enable_nestloop = off set enable_hashjoin = on set enable_mergejoin = off as $$
    update holdfast.jobs j
       set run_at = clock_timestamp() + e.pause * interval '1 ms'
      from (select distinct i.id, p.pause
              from unnest(p_park_of, p_pauses) p (of, pause)
              join unnest(p_ords, p_ids) i (ord, id) on i.ord = p.of) e
     where j.id = any (p_ids) and j.id = e.id and e.pause > 0 and j.run_at <= clock_timestamp()
       and j.session_id is null;
$$;

-- Takes completed jobs of one queue, which keeps no history, out of the live table, but for those that need settle.
create function holdfast.drop_completed(p_session bigint, p_ids bigint[], p_leases int[], p_queue text,
        out ids bigint[], out leases int[])
    language plpgsql
    set enable_seqscan = off set enable_nestloop = off set enable_hashjoin = on set enable_mergejoin = off as $$
begin
    with gone as (
        delete from holdfast.jobs j using unnest(p_ids, p_leases) e (id, lease_no)
         where j.id = any (p_ids) and j.id = e.id and j.session_id = p_session and j.lease_no = e.lease_no
           and j.queue = p_queue and j.next_payload is null and j.ticket is null
        returning j.id, j.lease_no)
    select array_agg(g.id), array_agg(g.lease_no) into ids, leases from gone g;
end $$;

-- The same for jobs of any queue, into the history of those that keep one.
create function holdfast.keep_completed(p_session bigint, p_ids bigint[], p_leases int[], p_notes text[],
        p_at timestamptz, out ids bigint[], out leases int[])
    language plpgsql
    set enable_seqscan = off set enable_nestloop = off set enable_hashjoin = on set enable_mergejoin = off as $$
begin
    with gone as (
        delete from holdfast.jobs j using unnest(p_ids, p_leases, p_notes) e (id, lease_no, result)
         where j.id = any (p_ids) and j.id = e.id and j.session_id = p_session and j.lease_no = e.lease_no
           and j.next_payload is null and j.ticket is null
        returning j.*, e.result),
    kept as (
        insert into holdfast.job_history (id, round, queue, kind, priority, run_at, session_id, attempts, failures,
               interruptions, contentions, crashes, max_attempts, timeout_ms, unique_key, payload, note, enqueued_at,
               state, ended_at)
        select g.id, g.round, g.queue, g.kind, g.priority, g.run_at, g.session_id, g.attempts, g.failures,
               g.interruptions, g.contentions, g.crashes, g.max_attempts, g.timeout_ms, g.unique_key, g.payload,
               coalesce(g.result, ''), g.enqueued_at, 'COMPLETED', p_at
          from gone g
         where not exists (select 1 from holdfast.queues q where q.queue = g.queue and q.retention is null))
    select array_agg(g.id), array_agg(g.lease_no) into ids, leases from gone g;
end $$;

-- Writes attempts that completed and led to no other job, all or none, as settle would: most of them by one delete,
-- and by settle those that need more: a newer request came during the run, the job has a place in lines, or the
-- day's history is missing.
create or replace function holdfast.complete(p_session bigint, p_ids bigint[], p_leases int[], p_notes text[],
        p_notify boolean, out live boolean, out accepted bigint[])
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
        select d.ids, d.leases into accepted, v_leases
          from holdfast.drop_completed(p_session, p_ids, p_leases, v_queue) d;
    elsif holdfast.has_history(v_at) then
        select k.ids, k.leases into accepted, v_leases
          from holdfast.keep_completed(p_session, p_ids, p_leases, p_notes, v_at) k;
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

-- What a lease still holds, as lease answers it.
create or replace function holdfast.leased(p_session bigint, p_lease int)
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
     cross join lateral (
           select * from holdfast.jobs x
            where x.id = c.id and x.session_id = p_session and x.lease_no = p_lease offset 0) j
     where l.session_id = p_session and l.lease_no = p_lease;
$$;

-- Locks jobs by id, these and the live ones of these keys, as everybody does who touches several. What else comes to
-- the keys meanwhile is locked when it is met; two who then wait for each other are told, and ask again.
create or replace function holdfast.lock_jobs(p_ids bigint[], p_queues text[], p_keys text[]) returns void
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
    perform 1
       from holdfast.jobs
      where id = any (p_ids || array(
            select j.id from unnest(p_queues, p_keys) k (queue, key)
             cross join lateral (select x.id from holdfast.jobs x
                                  where x.queue = k.queue and x.unique_key = k.key offset 0) j))
      order by id
        for update;
end $$;

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
             where j.id = any (array(select unnest(l.ids) from holdfast.leases l where l.session_id = p_session))
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

-- Frees what a session, or these jobs of it, hold, where jobs leave lines, or join them: p_joining names the job of each
-- key; permits are named like the last of their slots. Answers also the keys whose
-- line has to be looked at. Of a lock kept elsewhere which was refused just now, nobody has to.
create or replace function holdfast.free_and_move(p_session bigint, p_jobs bigint[], p_leases int[], p_leaving bigint[],
        p_joining bigint[], p_namespaces text[], p_names text[], p_elsewhere boolean,
        out namespaces text[], out names text[], out freed int)
    language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_moving  bigint[] := p_leaving || p_joining;
    v_namespaces text[];
    v_names      text[];
begin
    select array_agg(k.namespace), array_agg(k.name) into namespaces, names
      from (select l.namespace, l.name
              from holdfast.locks l
             where l.session_id = p_session
               and (p_jobs is null or (l.job_id, l.lease_no) in (select * from unnest(p_jobs, p_leases)))
             union
            select w.namespace, w.name from holdfast.lock_waiters w where w.job_id = any (v_moving) and not w.elsewhere
             union
            select p.namespace, holdfast.line_name(p.namespace, p.name)
              from unnest(p_namespaces, p_names) p (namespace, name)
             where not p_elsewhere) k;
    perform holdfast.lock_rows(namespaces, names);
    select array_agg(k.namespace), array_agg(k.name) into v_namespaces, v_names
      from (select w.namespace, w.name from holdfast.lock_waiters w where w.job_id = any (v_moving) and w.elsewhere
            except
            select p.namespace, holdfast.line_name(p.namespace, p.name)
              from unnest(p_namespaces, p_names) p (namespace, name)
             where p_elsewhere) k;
    if p_elsewhere or v_names is not null then
        perform holdfast.lock_lines();
    end if;
    select coalesce(cardinality(f.names), 0) into freed from holdfast.free_held(p_session, p_jobs, p_leases) f;
    delete from holdfast.lock_waiters where job_id = any (v_moving);
    insert into holdfast.lock_waiters (namespace, name, ticket, job_id, elsewhere, until, look_at, slots)
    select p.namespace, p.line, j.ticket, j.id, p_elsewhere, j.parked_until,
           case when p_elsewhere
                 and not exists (select 1 from holdfast.lock_waiters w
                                  where w.namespace = p.namespace and w.name = p.line and w.ticket < j.ticket
                                    and holdfast.stands(w.woken_at, w.until))
                then least(j.parked_until, clock_timestamp() + least(15, 1 + j.contentions) * interval '1 s')
                else j.parked_until end,
           case when holdfast.is_permits(p.namespace) then substring(p.name from '#([0-9]+)$')::int end
      from (select k.*, holdfast.line_name(k.namespace, k.name) as line
              from unnest(p_joining, p_namespaces, p_names) k (job_id, namespace, name)) p
     cross join lateral (select * from holdfast.jobs x where x.id = p.job_id offset 0) j
        on conflict do nothing;
    namespaces := namespaces || v_namespaces;
    names := names || v_names;
end $$;

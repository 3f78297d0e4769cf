-- Leases due jobs to a live session, in the order of the queues given, then priority, then time. Answers one row a
-- job; a row without a job says whether the session is live. The same lease number again answers what that lease
-- still holds and leases nothing new.
create function holdfast.lease(p_session bigint, p_lease int, p_queues text[], p_kinds text[], p_suspect boolean,
        p_limit int)
    returns table (live boolean, id bigint, queue text, kind text, payload text, attempts int, failures int,
        interruptions int, contentions int, crashes int, max_attempts int, timeout_ms bigint)
    language plpgsql
    set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_ids bigint[];
begin
    -- Held until commit: the reaper, which ends the session first, waits for this lease or is seen by it.
    perform 1 from holdfast.sessions where id = p_session and ended_at is null for key share;
    if not found then
        return query select false, null::bigint, null, null, null, 0, 0, 0, 0, 0, 0, null::bigint;
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
            return query select true, null::bigint, null, null, null, 0, 0, 0, 0, 0, 0, null::bigint;
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
                   u.contentions, u.crashes, u.max_attempts, u.timeout_ms
              from u order by u.ord;
            return;
        end if;
    end if;
    return query
    select true, j.id, j.queue, j.kind, j.payload::text, j.attempts, j.failures, j.interruptions, j.contentions,
           j.crashes, j.max_attempts, j.timeout_ms
      from (values (1)) one
      left join (holdfast.leases l cross join lateral unnest(l.ids) with ordinality c (id, ord)
                 join holdfast.jobs j on j.id = c.id and j.session_id = p_session and j.lease_no = p_lease)
        on l.session_id = p_session and l.lease_no = p_lease
     order by c.ord;
end $$;

-- Forgets batches none of whose jobs is leased any more; p_leases null looks at all of the session.
create function holdfast.forget_leases(p_session bigint, p_leases int[]) returns void
    language sql volatile as $$
    delete from holdfast.leases l
     where l.session_id = p_session
       and (p_leases is null or l.lease_no = any (p_leases))
       and not exists (select 1 from holdfast.jobs j
                        where j.id = any (l.ids) and j.session_id = l.session_id and j.lease_no = l.lease_no);
$$;

-- Makes jobs whose rows the caller has locked wait again, each after its delay (ms); a request that came during the
-- run is folded in. How each attempt ended decides what is counted.
create function holdfast.return_jobs(p_ids bigint[], p_endings text[], p_delays bigint[], p_notes text[],
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
               contentions = j.contentions + (e.ending = 'CONTENDED')::int,
               suspect = case when e.ending = 'CRASHED' then true else j.suspect and e.ending = 'UNSTARTED' end,
               note = coalesce(e.note, j.note),
               run_at = p_at + e.delay * interval '1 ms'
          from unnest(p_ids, p_endings, p_delays, p_notes) e (id, ending, delay, note)
         where j.id = e.id
        returning j.queue, e.delay)
    select array_agg(distinct queue) filter (where delay = 0) into v_due from waiting;
    return coalesce(v_due, '{}');
end $$;

-- Writes the ends of attempts, all or none. A row whose lease is not this session's any more is passed over. Follow-up
-- jobs come as parallel arrays like those of enqueue; p_follow_of names the settlement each belongs to, from 1.
-- p_done names batches that may have no job left.
create function holdfast.settle(p_session bigint, p_ids bigint[], p_leases int[], p_endings text[], p_delays bigint[],
        p_notes text[], p_done int[], p_follow_of int[], p_queues text[], p_kinds text[], p_priorities int[],
        p_follow_delays bigint[], p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[],
        p_notify boolean, out live boolean, out accepted bigint[])
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
    v_due     text[];
begin
    if cardinality(array_remove(p_keys, null)) > 0 then
        perform holdfast.lock_jobs(p_ids, p_queues, p_keys);
    end if;
    -- A cancel that raced with an ending which would let the job wait again is not lost.
    select array_agg(r.id), array_agg(r.ord), array_agg(r.lease_no), array_agg(r.ending), array_agg(r.delay),
           array_agg(r.note), array_agg(r.id) filter (where r.unstarted and r.ending = 'CANCELLED')
      into accepted, v_ords, v_leases, v_endings, v_delays, v_notes, v_refunds
      from (select j.id, s.ord, j.lease_no, s.delay, s.ending = 'UNSTARTED' as unstarted,
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
        perform holdfast.free_locks(p_session, accepted, v_leases);
        if p_notify and cardinality(v_due) > 0 then
            perform holdfast.wake(v_due);
        end if;
    end if;
    if cardinality(p_done) > 0 then
        perform holdfast.forget_leases(p_session, p_done);
    end if;
    accepted := coalesce(accepted, '{}');
end $$;

-- Sends each ended attempt its way, out of the live table or back to waiting; answers the queues with work due now.
create function holdfast.write_endings(p_ids bigint[], p_endings text[], p_delays bigint[], p_notes text[],
        p_at timestamptz) returns text[]
    language plpgsql as $$
declare
    v_final    bigint[];
    v_states   text[];
    v_results  text[];
    v_waiting  bigint[];
    v_endings  text[];
    v_delays   bigint[];
    v_notes    text[];
    v_due      text[] := '{}';
begin
    select array_agg(e.id) filter (where f.final), array_agg(e.ending) filter (where f.final),
           array_agg(coalesce(e.note, '')) filter (where f.final),
           array_agg(e.id) filter (where not f.final), array_agg(e.ending) filter (where not f.final),
           array_agg(e.delay) filter (where not f.final), array_agg(e.note) filter (where not f.final)
      into v_final, v_states, v_results, v_waiting, v_endings, v_delays, v_notes
      from unnest(p_ids, p_endings, p_delays, p_notes) e (id, ending, delay, note)
     cross join lateral (select e.ending in ('COMPLETED', 'DISCARDED', 'CANCELLED') as final) f;
    if v_final is not null then
        v_due := v_due || holdfast.end_rounds(v_final, v_states, v_results, p_at);
    end if;
    if v_waiting is not null then
        v_due := v_due || holdfast.return_jobs(v_waiting, v_endings, v_delays, v_notes, p_at);
    end if;
    return v_due;
end $$;

-- Enqueues the follow-ups of those settlements that were written.
create function holdfast.follow_up(p_written bigint[], p_follow_of int[], p_queues text[], p_kinds text[],
        p_priorities int[], p_delays bigint[], p_max_attempts int[], p_timeouts bigint[], p_keys text[],
        p_payloads text[], p_notify boolean) returns void
    language plpgsql as $$
begin
    perform e.id
       from (select array_agg(f.queue order by f.ord) as queues, array_agg(f.kind order by f.ord) as kinds,
                    array_agg(f.priority order by f.ord) as priorities, array_agg(f.delay order by f.ord) as delays,
                    array_agg(f.max_attempts order by f.ord) as max_attempts,
                    array_agg(f.timeout order by f.ord) as timeouts, array_agg(f.key order by f.ord) as keys,
                    array_agg(f.payload order by f.ord) as payloads
               from unnest(p_follow_of, p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_keys,
                        p_payloads) with ordinality
                    f (of, queue, kind, priority, delay, max_attempts, timeout, key, payload, ord)
              where f.of = any (p_written)) a
      cross join lateral holdfast.enqueue(a.queues, a.kinds, a.priorities, a.delays, a.max_attempts, a.timeouts,
                a.keys, a.payloads, p_notify) e
      where a.queues is not null;
end $$;

-- Ends a session whose row the caller has locked, and with it everything it holds: locks become free, jobs wait
-- again. A crash makes suspects of the jobs; one that was a suspect already is charged, and the third charge is its
-- end. An operator's cancel that had not reached its worker takes effect here.
create function holdfast.end_session(p_session bigint, p_crashed boolean, p_notify boolean,
        out returned int, out poisoned int, out locks_freed int)
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_at      timestamptz := clock_timestamp();
    v_jobs    bigint[];
    v_endings text[];
    v_notes   text[];
    v_due     text[];
begin
    update holdfast.sessions set ended_at = v_at where id = p_session;
    select array_agg(r.id), array_agg(r.ending), array_agg(r.note) into v_jobs, v_endings, v_notes
      from (select j.id,
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
    locks_freed := holdfast.free_locks(p_session, null, null);
    update holdfast.jobs set crashes = crashes + 1 where p_crashed and suspect and id = any (v_jobs);
    if v_jobs is not null then
        v_due := holdfast.write_endings(v_jobs, v_endings, array_fill(0::bigint, array [cardinality(v_jobs)]), v_notes,
            v_at);
        if p_notify then
            perform holdfast.wake(v_due);
        end if;
    end if;
    delete from holdfast.leases where session_id = p_session;
    select count(*) filter (where e in ('CRASHED', 'STOPPED')), count(*) filter (where e = 'DISCARDED')
      into returned, poisoned from unnest(v_endings) e;
end $$;

-- Ends somebody's session if its beat is still the one that was seen.
create function holdfast.reap(p_session bigint, p_beat bigint, p_notify boolean,
        out reaped boolean, out returned int, out poisoned int, out locks_freed int)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_halting timestamptz;
begin
    select halting_at into v_halting
      from holdfast.sessions where id = p_session and beat = p_beat and ended_at is null for update;
    reaped := found;
    if reaped then
        select e.returned, e.poisoned, e.locks_freed into returned, poisoned, locks_freed
          from holdfast.end_session(p_session, v_halting is null, p_notify) e;
    end if;
end $$;

-- A session ends itself: nothing of it runs any more.
create function holdfast.stop_session(p_session bigint, p_notify boolean) returns boolean
    language plpgsql as $$
begin
    perform 1 from holdfast.sessions where id = p_session and ended_at is null for update;
    if not found then
        return false;
    end if;
    perform holdfast.end_session(p_session, false, p_notify);
    return true;
end $$;

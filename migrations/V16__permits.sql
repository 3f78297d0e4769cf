-- A woken job goes before a backlog; and permits: up to n holders at once. Each of the n slots is an ordinary lock,
-- named after the permits and its number, in the namespace of permits. All slots have one line, whose own row in the
-- locks is never held, only locked, so that whoever frees a slot and whoever begins to wait see each other.
-- This file is long because functions are replaced whole.

-- Of the permits that are waited for; null for a lock.
alter table holdfast.lock_waiters add column slots int check (slots > 0);

create function holdfast.is_permits(p_namespace text) returns boolean
    language sql immutable
    return starts_with(p_namespace, 'permits:');

-- The line before a lock: its own, or that of the permits it is a slot of.
create function holdfast.line_name(p_namespace text, p_name text) returns text
    language sql immutable
    return case when holdfast.is_permits(p_namespace) then regexp_replace(p_name, '#[0-9]+$', '#line') else p_name end;

-- Whether nothing is to be had at the end of a line.
create function holdfast.is_taken(p_namespace text, p_line text, p_slots int) returns boolean
    language sql volatile as $$
    select case when p_slots is null
           then exists (select 1 from holdfast.locks l
                         where l.namespace = p_namespace and l.name = p_line and l.token is not null)
           else (select count(*) from generate_series(1, p_slots) s (slot)
                   join holdfast.locks l on l.namespace = p_namespace
                        and l.name = left(p_line, -length('line')) || s.slot
                  where l.token is not null) >= p_slots end;
$$;

-- Whether a parked job has to go on waiting: it was woken, one of its locks is held, or somebody stands before it.
create or replace function holdfast.must_wait(p_job bigint) returns boolean
    language sql volatile as $$
    select exists (
        select 1
          from holdfast.lock_waiters mine
         where mine.job_id = p_job
           and (mine.woken_at is not null
                or (not mine.elsewhere and holdfast.is_taken(mine.namespace, mine.name, mine.slots))
                or holdfast.ahead_of(mine.namespace, mine.name, p_job, mine.ticket) is not null));
$$;

-- Wakes the first in the line before each of these locks; answers the queues with work due now. Where nobody waits this
-- is one probe a lock.
create or replace function holdfast.wake_heads(p_namespaces text[], p_names text[]) returns text[]
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_line   record;
    v_queue  text;
    v_queues text[] := '{}';
begin
    for v_line in select distinct k.namespace, k.line, k.of_permits
                    from unnest(p_namespaces, p_names) p (namespace, name)
                   cross join lateral (select p.namespace, holdfast.line_name(p.namespace, p.name) as line,
                                              holdfast.is_permits(p.namespace) as of_permits) k
                   where k.of_permits
                      or exists (select 1 from holdfast.lock_waiters w
                                  where w.namespace = k.namespace and w.name = k.line)
                   order by k.namespace, k.line loop
        if v_line.of_permits then
            perform holdfast.lock_row(v_line.namespace, v_line.line);
        end if;
        v_queue := holdfast.wake_head(v_line.namespace, v_line.line);
        if v_queue is not null then
            v_queues := v_queues || v_queue;
        end if;
    end loop;
    return v_queues;
end $$;

-- The same where jobs leave lines, or join them: p_joining names the job of each key;
-- permits are named like the last of their slots. Answers also the keys whose line
-- has to be looked at. Of a lock kept elsewhere which was refused just now, nobody has to.
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
      join holdfast.jobs j on j.id = p.job_id
        on conflict do nothing;
    namespaces := namespaces || v_namespaces;
    names := names || v_names;
end $$;

-- Wakes the first in the lines of these keys, which were freed in another store, and does what time has made due, for
-- at most a hundred keys: the next one's turn where the woken one did not come, and another try where only asking
-- tells whether a lock is free. Answers how many lines it looked at.
create or replace function holdfast.look_at_lines(p_namespaces text[], p_names text[], p_notify boolean) returns int
    language plpgsql set lock_timeout = '2s' set enable_seqscan = off as $$
declare
    v_now        timestamptz := clock_timestamp();
    v_namespaces text[];
    v_names      text[];
    v_due        text[];
begin
    select array_agg(k.namespace), array_agg(k.name) into v_namespaces, v_names
      from (select w.namespace, w.name
              from (select namespace, name from holdfast.lock_waiters where look_at <= now()
                     order by look_at limit 100) w
             union
            select p.namespace, p.line
              from (select k.namespace, holdfast.line_name(k.namespace, k.name) as line
                      from unnest(p_namespaces, p_names) k (namespace, name)) p
             where exists (select 1 from holdfast.lock_waiters w
                            where w.namespace = p.namespace and w.name = p.line)) k;
    if v_names is null then
        return 0;
    end if;
    -- No row is made: a lock kept elsewhere has none. One that somebody has locked is looked at the next time.
    with locked as (
        select l.namespace, l.name
          from holdfast.locks l
         where (l.namespace, l.name) in (select * from unnest(v_namespaces, v_names))
         order by l.namespace, l.name
           for update skip locked)
    select array_agg(k.namespace), array_agg(k.name) into v_namespaces, v_names
      from (select namespace, name from locked
             union all
            select p.namespace, p.name
              from unnest(v_namespaces, v_names) p (namespace, name)
             where not exists (select 1 from holdfast.locks l
                                where l.namespace = p.namespace and l.name = p.name)) k;
    if v_names is null then
        return 0;
    end if;
    perform holdfast.lock_lines();
    delete from holdfast.lock_waiters w
     where (w.namespace, w.name) in (select * from unnest(v_namespaces, v_names))
       and ((w.ticket < 0 and not holdfast.stands(w.woken_at, w.until))
            or (w.ticket > 0
                and not exists (select 1 from holdfast.jobs j where j.id = w.job_id and j.ticket = w.ticket)));
    update holdfast.jobs set run_at = v_now
     where id in (select j.id
                    from holdfast.lock_waiters w
                    join holdfast.jobs j on j.id = w.job_id
                   where (w.namespace, w.name) in (select * from unnest(v_namespaces, v_names))
                     and w.woken_at is not null and j.session_id is null and j.run_at > v_now
                     for update of j skip locked);
    update holdfast.lock_waiters w
       set look_at = case when w.woken_at is not null and not holdfast.stands(w.woken_at, w.until) then 'infinity'
                          when w.woken_at is not null then w.woken_at + interval '5 s'
                          when w.until <= v_now then 'infinity'
                          else w.until end
     where (w.namespace, w.name) in (select * from unnest(v_namespaces, v_names)) and w.look_at <= v_now;
    v_due := holdfast.wake_heads(v_namespaces, v_names);
    if p_notify and cardinality(v_due) > 0 then
        perform holdfast.wake(v_due);
    end if;
    return cardinality(v_names);
end $$;

-- One try to take a lock: LEASE_LOST, BUSY with its holder, or GRANTED. The same token again is the same grant.
create or replace function holdfast.claim(p_namespace text, p_name text, p_session bigint, p_lease int, p_job bigint,
        p_token uuid, out result text, out fence_no bigint, out holder text, out holder_token uuid)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_row   holdfast.locks;
    v_line  text := holdfast.line_name(p_namespace, p_name);
    v_ahead bigint;
    v_due   text[];
begin
    if not holdfast.owner_is_current(p_session, p_lease, p_job) then
        result := 'LEASE_LOST';
        return;
    end if;
    select * into v_row from holdfast.locks where namespace = p_namespace and name = p_name for update skip locked;
    if not found then
        select * into v_row from holdfast.locks where namespace = p_namespace and name = p_name;
        if v_row.token is null or v_row.token = p_token then
            v_row := holdfast.lock_row(p_namespace, p_name);
        end if;
    end if;
    if v_row.token is not null then
        result := case when v_row.token = p_token then 'GRANTED' else 'BUSY' end;
        fence_no := v_row.fence;
        holder := holdfast.describe(v_row.session_id, v_row.job_id);
        holder_token := v_row.token;
        return;
    end if;
    perform 1 from holdfast.lock_waiters where namespace = p_namespace and name = v_line limit 1;
    if found then
        v_ahead := holdfast.ahead_of(p_namespace, v_line, p_job,
            (select j.ticket from holdfast.jobs j where j.id = p_job));
        if v_ahead is not null then
            result := 'BUSY';
            fence_no := greatest(v_row.fence, 1);
            holder := case when v_ahead = 0 then 'a session' else 'job ' || v_ahead end || ', whose turn it is';
            return;
        end if;
        delete from holdfast.lock_waiters where namespace = p_namespace and name = v_line and job_id = p_job;
    end if;
    result := 'GRANTED';
    fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
    if v_line <> p_name then
        perform 1 from holdfast.lock_waiters where namespace = p_namespace and name = v_line limit 1;
        if found then
            -- One is woken at a time: there may be a slot for the next.
            v_due := holdfast.wake_heads(array [p_namespace], array [p_name]);
            if cardinality(v_due) > 0 then
                perform holdfast.wake(v_due);
            end if;
        end if;
    end if;
end $$;

-- One step of a steal by an owner. p_mode REVOKE tells the holder and reserves the lock; TAKE takes it if p_expected
-- still holds it and tells anybody else; OVERLAP takes it if p_expected holds it, and tells nobody else. A free lock is
-- granted, whoever waits for it. MOVED means that the guess was wrong and the caller asks again in a new transaction.
create or replace function holdfast.steal(p_namespace text, p_name text, p_session bigint, p_lease int, p_job bigint,
        p_token uuid, p_mode text, p_expected uuid, p_reason text, p_notify boolean,
        out result text, out fence_no bigint, out holder text, out holder_token uuid, out holder_ttl_ms bigint)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_victim bigint := holdfast.guess_victim(p_namespace, p_name);
    v_by     text   := holdfast.describe(p_session, p_job);
    v_line   text   := holdfast.line_name(p_namespace, p_name);
    v_row    holdfast.locks;
begin
    if not holdfast.owner_is_current(p_session, p_lease, p_job) then
        result := 'LEASE_LOST';
        return;
    end if;
    v_row := holdfast.lock_row(p_namespace, p_name);
    result := 'GRANTED';
    fence_no := v_row.fence;
    if v_row.token = p_token then
        return;
    elsif v_row.token is null then
        fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
        delete from holdfast.lock_waiters where namespace = p_namespace and name = v_line and job_id = p_job;
    elsif v_row.session_id is distinct from v_victim then
        result := 'MOVED';
    elsif p_mode <> 'REVOKE' and v_row.token = p_expected then
        fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
        delete from holdfast.lock_waiters where namespace = p_namespace and name = v_line and job_id = p_job;
        perform holdfast.record_steal(v_row, v_by, p_reason, p_mode = 'OVERLAP', fence_no);
        perform holdfast.tell(v_victim, p_notify);
    else
        result := 'BUSY';
        holder := holdfast.describe(v_row.session_id, v_row.job_id);
        holder_token := v_row.token;
        select ttl_ms into holder_ttl_ms from holdfast.sessions where id = v_victim;
        if p_mode <> 'OVERLAP' then
            perform holdfast.revoke_lock(v_row, v_by, p_reason, p_notify);
            perform holdfast.reserve_lock(p_namespace, v_line, p_job);
        end if;
    end if;
end $$;

-- Reserves all locks of a job for its turn and makes it due; answers its queue if it waited. It goes before jobs that
-- were enqueued after it: a lock that is reserved must not wait for a backlog.
create or replace function holdfast.wake_job(p_job bigint) returns text
    language plpgsql as $$
declare
    v_now   timestamptz := clock_timestamp();
    v_queue text;
begin
    update holdfast.lock_waiters set woken_at = v_now, look_at = v_now + interval '5 s' where job_id = p_job;
    select queue into v_queue
      from holdfast.jobs where id = p_job and session_id is null for update skip locked;
    if found then
        update holdfast.jobs set run_at = least(enqueued_at, v_now) where id = p_job and run_at > v_now;
    end if;
    return v_queue;
end $$;

-- A parked job whose turn came at once waits for its pause all the same.
create or replace function holdfast.hold_off(p_ords bigint[], p_ids bigint[], p_park_of int[], p_pauses bigint[])
    returns void
    language sql volatile as $$
    update holdfast.jobs j
       set run_at = clock_timestamp() + e.pause * interval '1 ms'
      from (select distinct i.id, p.pause
              from unnest(p_park_of, p_pauses) p (of, pause)
              join unnest(p_ords, p_ids) i (ord, id) on i.ord = p.of) e
     where j.id = e.id and e.pause > 0 and j.run_at <= clock_timestamp() and j.session_id is null;
$$;

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
                             when e.ending = 'UNSTARTED' and j.ticket is not null then least(j.run_at, p_at)
                             else p_at + e.delay * interval '1 ms' end
          from (select r.*, r.ending in ('UNSTARTED', 'INTERRUPTED', 'CRASHED', 'STOPPED') as stays
                  from unnest(p_ids, p_endings, p_delays, p_notes) r (id, ending, delay, note)) e
         where j.id = e.id
        returning j.queue, e.delay)
    select array_agg(distinct queue) filter (where delay = 0) into v_due from waiting;
    return coalesce(v_due, '{}');
end $$;

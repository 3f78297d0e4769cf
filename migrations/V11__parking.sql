-- Parking: a job whose lock is busy waits in the lock's line, without a thread and without an attempt.
-- This file is long because functions are replaced whole.
--
-- A job's place is its ticket, which it keeps until an attempt of it ends otherwise than by parking again, by a return
-- or by a death. It has a row in the line of every lock it asks for, and is woken when it is the first in each of them
-- and none of the locks is held. A row stands for 5 s once it was woken, and before that until its wait is over;
-- nobody behind a row that stands is granted the lock.
--
-- Locked in this order: sessions, jobs by id, locks by key, and last the lines as a whole, which only those need whose
-- first job waits in several, or whose locks are kept in another store. A job's row is never waited for after a lock's:
-- to make a woken job due it is skipped while somebody else has it, and look_at_lines comes back to it.
create sequence holdfast.tickets;

alter table holdfast.jobs add column ticket bigint, add column parked_until timestamptz;
alter table holdfast.jobs
    add constraint jobs_parked check ((ticket is null) = (parked_until is null)) not valid;

create table holdfast.lock_waiters (
    namespace text        not null,
    name      text        not null,
    -- Below zero: an attempt that is stealing the lock, and goes before everybody.
    ticket    bigint      not null,
    job_id    bigint      not null,
    -- The lock is kept in another store: whether it is free is found out by asking for it.
    elsewhere boolean     not null,
    until     timestamptz not null,
    woken_at  timestamptz,
    look_at   timestamptz not null,
    primary key (namespace, name, ticket)
);
create index lock_waiters_job on holdfast.lock_waiters (job_id, namespace, name);
create index lock_waiters_woken on holdfast.lock_waiters (namespace, name) where woken_at is not null;
create index lock_waiters_look on holdfast.lock_waiters (look_at);

create function holdfast.lock_lines() returns void
    language sql volatile as $$ select pg_advisory_xact_lock(1212958789::bigint << 32); $$;

-- A clock that was set back ends a turn, too.
create function holdfast.stands(p_woken_at timestamptz, p_until timestamptz) returns boolean
    language sql volatile
    return case when p_woken_at is null then p_until > clock_timestamp()
                else p_woken_at > clock_timestamp() - interval '5 s'
                     and p_woken_at < clock_timestamp() + interval '5 s' end;

-- The job that has a better right than this one to a lock that is free; null if nobody has.
create function holdfast.ahead_of(p_namespace text, p_name text, p_job bigint, p_ticket bigint) returns bigint
    language sql volatile as $$
    (select w.job_id
       from holdfast.lock_waiters w
      where w.namespace = p_namespace and w.name = p_name and w.job_id <> p_job and w.woken_at is not null
        and holdfast.stands(w.woken_at, w.until)
      limit 1)
     union all
    (select w.job_id
       from holdfast.lock_waiters w
      where w.namespace = p_namespace and w.name = p_name and w.job_id <> p_job and w.woken_at is null
        and w.ticket < coalesce(p_ticket, 9223372036854775807) and holdfast.stands(w.woken_at, w.until)
      order by w.ticket
      limit 1)
     limit 1;
$$;

-- Whether a parked job has to go on waiting: it was woken, one of its locks is held, or somebody stands before it.
create function holdfast.must_wait(p_job bigint) returns boolean
    language sql volatile as $$
    select exists (
        select 1
          from holdfast.lock_waiters mine
         where mine.job_id = p_job
           and (mine.woken_at is not null
                or (not mine.elsewhere
                    and exists (select 1 from holdfast.locks l
                                 where l.namespace = mine.namespace and l.name = mine.name and l.token is not null))
                or holdfast.ahead_of(mine.namespace, mine.name, p_job, mine.ticket) is not null));
$$;

-- Reserves all locks of a job for its turn and makes it due; answers its queue if it waited.
create function holdfast.wake_job(p_job bigint) returns text
    language plpgsql as $$
declare
    v_now   timestamptz := clock_timestamp();
    v_queue text;
begin
    update holdfast.lock_waiters set woken_at = v_now, look_at = v_now + interval '5 s' where job_id = p_job;
    select queue into v_queue
      from holdfast.jobs where id = p_job and session_id is null for update skip locked;
    if found then
        update holdfast.jobs set run_at = v_now where id = p_job and run_at > v_now;
    end if;
    return v_queue;
end $$;

-- Wakes the first in a line if its turn has come; answers the queue of the job. The caller has locked the lock's row,
-- or the lines if the lock is kept elsewhere.
create function holdfast.wake_head(p_namespace text, p_name text) returns text
    language plpgsql as $$
declare
    v_head holdfast.lock_waiters;
begin
    select * into v_head
      from holdfast.lock_waiters
     where namespace = p_namespace and name = p_name and holdfast.stands(woken_at, until)
     order by ticket
     limit 1;
    if not found or v_head.woken_at is not null then
        return null;
    end if;
    -- Two locks of one job that are freed at the same time: whoever comes second sees the other one free.
    if (select count(*) from holdfast.lock_waiters where job_id = v_head.job_id) > 1 then
        perform holdfast.lock_lines();
    end if;
    return case when holdfast.must_wait(v_head.job_id) then null else holdfast.wake_job(v_head.job_id) end;
end $$;

-- The same for several lines; answers the queues with work due now. Where nobody waits this is one probe a key.
create function holdfast.wake_heads(p_namespaces text[], p_names text[]) returns text[]
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_key    record;
    v_queue  text;
    v_queues text[] := '{}';
begin
    for v_key in select distinct k.namespace, k.name
                   from unnest(p_namespaces, p_names) k (namespace, name)
                  where exists (select 1 from holdfast.lock_waiters w
                                 where w.namespace = k.namespace and w.name = k.name)
                  order by k.namespace, k.name loop
        v_queue := holdfast.wake_head(v_key.namespace, v_key.name);
        if v_queue is not null then
            v_queues := v_queues || v_queue;
        end if;
    end loop;
    return v_queues;
end $$;

-- Locks the rows of keys, in order.
create function holdfast.lock_rows(p_namespaces text[], p_names text[]) returns void
    language plpgsql as $$
declare
    v_key record;
begin
    for v_key in select distinct k.namespace, k.name from unnest(p_namespaces, p_names) k (namespace, name)
                  order by k.namespace, k.name loop
        perform holdfast.lock_row(v_key.namespace, v_key.name);
    end loop;
end $$;

-- Frees what rides on these leases of a session, or everything of it when p_jobs is null; answers the keys. The caller
-- has locked the jobs' rows, or the session's.
create function holdfast.free_held(p_session bigint, p_jobs bigint[], p_leases int[],
        out namespaces text[], out names text[])
    language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_tokens uuid[];
begin
    perform 1 from holdfast.locks where session_id = p_session limit 1;
    if not found then
        return;
    end if;
    select array_agg(token), array_agg(held.namespace), array_agg(held.name) into v_tokens, namespaces, names
      from (select l.namespace, l.name, l.token
              from holdfast.locks l
             where l.session_id = p_session
               and (p_jobs is null or (l.job_id, l.lease_no) in (select * from unnest(p_jobs, p_leases)))
             order by l.namespace, l.name
               for update) held;
    update holdfast.locks
       set session_id = null, lease_no = null, job_id = null, token = null, since = null, revoked_reason = null,
           revoked_by = null, freed_at = clock_timestamp()
     where token = any (v_tokens);
end $$;

-- The same where jobs leave lines, or join them: p_joining names the job of each key. Answers also the keys whose line
-- has to be looked at. Of a lock kept elsewhere which was refused just now, nobody has to.
create function holdfast.free_and_move(p_session bigint, p_jobs bigint[], p_leases int[], p_leaving bigint[],
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
            select p.namespace, p.name from unnest(p_namespaces, p_names) p (namespace, name) where not p_elsewhere) k;
    perform holdfast.lock_rows(namespaces, names);
    select array_agg(k.namespace), array_agg(k.name) into v_namespaces, v_names
      from (select w.namespace, w.name from holdfast.lock_waiters w where w.job_id = any (v_moving) and w.elsewhere
            except
            select p.namespace, p.name from unnest(p_namespaces, p_names) p (namespace, name) where p_elsewhere) k;
    if p_elsewhere or v_names is not null then
        perform holdfast.lock_lines();
    end if;
    select coalesce(cardinality(f.names), 0) into freed from holdfast.free_held(p_session, p_jobs, p_leases) f;
    delete from holdfast.lock_waiters where job_id = any (v_moving);
    insert into holdfast.lock_waiters (namespace, name, ticket, job_id, elsewhere, until, look_at)
    select p.namespace, p.name, j.ticket, j.id, p_elsewhere, j.parked_until,
           case when p_elsewhere
                 and not exists (select 1 from holdfast.lock_waiters w
                                  where w.namespace = p.namespace and w.name = p.name and w.ticket < j.ticket
                                    and holdfast.stands(w.woken_at, w.until))
                then least(j.parked_until, clock_timestamp() + least(15, 1 + j.contentions) * interval '1 s')
                else j.parked_until end
      from unnest(p_joining, p_namespaces, p_names) p (job_id, namespace, name)
      join holdfast.jobs j on j.id = p.job_id
        on conflict do nothing;
    namespaces := namespaces || v_namespaces;
    names := names || v_names;
end $$;

-- Jobs whose rows the caller has locked, or deleted, leave their lines.
create function holdfast.leave_lines(p_jobs bigint[], p_notify boolean) returns void
    language plpgsql as $$
declare
    v_due text[];
begin
    select holdfast.wake_heads(m.namespaces, m.names) into v_due
      from holdfast.free_and_move(0, '{}', '{}', p_jobs, '{}', '{}', '{}', false) m;
    if p_notify and cardinality(v_due) > 0 then
        perform holdfast.wake(v_due);
    end if;
end $$;

-- Wakes the first in the lines of these keys, which were freed in another store, and does what time has made due, for
-- at most a hundred keys: the next one's turn where the woken one did not come, and another try where only asking
-- tells whether a lock is free. Answers how many lines it looked at.
create function holdfast.look_at_lines(p_namespaces text[], p_names text[], p_notify boolean) returns int
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
            select p.namespace, p.name
              from unnest(p_namespaces, p_names) p (namespace, name)
             where exists (select 1 from holdfast.lock_waiters w
                            where w.namespace = p.namespace and w.name = p.name)) k;
    if v_names is null then
        return 0;
    end if;
    -- No row is made: a lock kept elsewhere has none.
    perform 1
       from holdfast.locks
      where (namespace, name) in (select * from unnest(v_namespaces, v_names))
      order by namespace, name
        for update;
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

-- Reserves a held lock for a job that is stealing it, as long as it goes on asking.
create function holdfast.reserve_lock(p_namespace text, p_name text, p_job bigint) returns void
    language plpgsql as $$
declare
    v_now timestamptz := clock_timestamp();
begin
    update holdfast.lock_waiters set woken_at = v_now, look_at = v_now + interval '5 s'
     where namespace = p_namespace and name = p_name and job_id = p_job and ticket < 0;
    if not found then
        insert into holdfast.lock_waiters (namespace, name, ticket, job_id, elsewhere, until, woken_at, look_at)
        values (p_namespace, p_name, nextval('holdfast.tickets') - 4611686018427387904, p_job, false, v_now, v_now,
                v_now + interval '5 s');
    end if;
end $$;

-- One try to take a lock: LEASE_LOST, BUSY with its holder, or GRANTED. The same token again is the same grant.
create or replace function holdfast.claim(p_namespace text, p_name text, p_session bigint, p_lease int, p_job bigint,
        p_token uuid, out result text, out fence_no bigint, out holder text, out holder_token uuid)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_row   holdfast.locks;
    v_ahead bigint;
begin
    if not holdfast.owner_is_current(p_session, p_lease, p_job) then
        result := 'LEASE_LOST';
        return;
    end if;
    v_row := holdfast.lock_row(p_namespace, p_name);
    if v_row.token is not null then
        result := case when v_row.token = p_token then 'GRANTED' else 'BUSY' end;
        fence_no := v_row.fence;
        holder := holdfast.describe(v_row.session_id, v_row.job_id);
        holder_token := v_row.token;
        return;
    end if;
    perform 1 from holdfast.lock_waiters where namespace = p_namespace and name = p_name limit 1;
    if found then
        v_ahead := holdfast.ahead_of(p_namespace, p_name, p_job,
            (select j.ticket from holdfast.jobs j where j.id = p_job));
        if v_ahead is not null then
            result := 'BUSY';
            fence_no := greatest(v_row.fence, 1);
            holder := case when v_ahead = 0 then 'a session' else 'job ' || v_ahead end || ', whose turn it is';
            return;
        end if;
        delete from holdfast.lock_waiters where namespace = p_namespace and name = p_name and job_id = p_job;
    end if;
    result := 'GRANTED';
    fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
end $$;

create function holdfast.release(p_namespace text, p_name text, p_token uuid, p_notify boolean) returns boolean
    language plpgsql as $$
declare
    v_due text[];
begin
    update holdfast.locks
       set session_id = null, lease_no = null, job_id = null, token = null, since = null, revoked_reason = null,
           revoked_by = null, freed_at = clock_timestamp()
     where namespace = p_namespace and name = p_name and token = p_token;
    if not found then
        return false;
    end if;
    v_due := holdfast.wake_heads(array [p_namespace], array [p_name]);
    if p_notify and cardinality(v_due) > 0 then
        perform holdfast.wake(v_due);
    end if;
    return true;
end $$;

-- For workers of the release before this one.
create or replace function holdfast.release(p_namespace text, p_name text, p_token uuid) returns boolean
    language sql as $$ select holdfast.release(p_namespace, p_name, p_token, false); $$;

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
        delete from holdfast.lock_waiters where namespace = p_namespace and name = p_name and job_id = p_job;
    elsif v_row.session_id is distinct from v_victim then
        result := 'MOVED';
    elsif p_mode <> 'REVOKE' and v_row.token = p_expected then
        fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
        delete from holdfast.lock_waiters where namespace = p_namespace and name = p_name and job_id = p_job;
        perform holdfast.record_steal(v_row, v_by, p_reason, p_mode = 'OVERLAP', fence_no);
        perform holdfast.tell(v_victim, p_notify);
    else
        result := 'BUSY';
        holder := holdfast.describe(v_row.session_id, v_row.job_id);
        holder_token := v_row.token;
        select ttl_ms into holder_ttl_ms from holdfast.sessions where id = v_victim;
        if p_mode <> 'OVERLAP' then
            perform holdfast.revoke_lock(v_row, v_by, p_reason, p_notify);
            perform holdfast.reserve_lock(p_namespace, p_name, p_job);
        end if;
    end if;
end $$;

-- A steal by an operator: nobody holds the lock afterwards, and the first in its line is woken. FREE means that nobody
-- held it before.
create or replace function holdfast.operator_steal(p_namespace text, p_name text, p_overlap boolean, p_reason text,
        p_notify boolean, out result text, out fence_no bigint, out holder text, out holder_fence bigint)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_victim bigint := holdfast.guess_victim(p_namespace, p_name);
    v_row    holdfast.locks;
    v_due    text[];
begin
    select * into v_row from holdfast.locks where namespace = p_namespace and name = p_name for update;
    if v_row.token is null then
        result := 'FREE';
        return;
    elsif v_row.session_id is distinct from v_victim then
        result := 'MOVED';
        return;
    end if;
    holder := holdfast.describe(v_row.session_id, v_row.job_id);
    holder_fence := v_row.fence;
    fence_no := v_row.fence;
    if p_overlap then
        update holdfast.locks
           set session_id = null, lease_no = null, job_id = null, token = null, since = null, revoked_reason = null,
               revoked_by = null, freed_at = clock_timestamp(), fence = holdfast.next_fence(fence)
         where namespace = p_namespace and name = p_name
        returning fence into fence_no;
        perform holdfast.record_steal(v_row, 'operator', p_reason, true, fence_no);
        perform holdfast.tell(v_victim, p_notify);
        v_due := holdfast.wake_heads(array [p_namespace], array [p_name]);
        if p_notify and cardinality(v_due) > 0 then
            perform holdfast.wake(v_due);
        end if;
        result := 'FREED';
    else
        perform holdfast.revoke_lock(v_row, 'operator', p_reason, p_notify);
        result := 'TOLD';
    end if;
end $$;

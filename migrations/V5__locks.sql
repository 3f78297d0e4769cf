-- Named locks. A row stays when its lock is free, because it remembers the fence.
create table holdfast.locks (
    namespace      text        not null,
    name           text        not null,
    session_id     bigint,
    lease_no       int,
    job_id         bigint,
    token          uuid,
    since          timestamptz,
    fence          bigint      not null default 0 check (fence >= 0),
    revoked_reason text,
    revoked_by     text,
    freed_at       timestamptz default clock_timestamp(),
    primary key (namespace, name),

    constraint locks_key check (namespace ~ '^[a-z0-9._:/#@-]{1,200}$' and name ~ '^[a-z0-9._:/#@-]{1,200}$'),
    constraint locks_owner_all_or_none check (num_nonnulls(session_id, lease_no, job_id, token, since) in (0, 5)),
    constraint locks_held_has_fence check (token is null or fence > 0),
    constraint locks_free_has_time check ((token is null) = (freed_at is not null)),
    constraint locks_revoked check ((revoked_reason is null) = (revoked_by is null)
        and (revoked_reason is null or token is not null))
) with (fillfactor = 70);

create unique index locks_token on holdfast.locks (token) where token is not null;
create index locks_owner on holdfast.locks (session_id, job_id) where session_id is not null;
create index locks_freed on holdfast.locks (freed_at) where token is null;

-- Every steal that took a lock from a live holder.
create table holdfast.lock_steals (
    id             bigint generated always as identity primary key,
    namespace      text        not null,
    name           text        not null,
    victim_session bigint      not null,
    victim_job     bigint      not null,
    victim_token   uuid        not null,
    victim_fence   bigint      not null,
    stolen_by      text        not null,
    reason         text        not null,
    overlap        boolean     not null,
    fence          bigint      not null,
    stolen_at      timestamptz not null default clock_timestamp(),
    constraint lock_steals_fence_rises check (fence > victim_fence)
);
create index lock_steals_stolen on holdfast.lock_steals (stolen_at);

create function holdfast.describe(p_session bigint, p_job bigint) returns text
    language sql immutable
    return case when p_job = 0 then 'session ' || p_session else 'job ' || p_job || ' of session ' || p_session end;

create function holdfast.next_fence(p_fence bigint) returns bigint
    language sql volatile
    return greatest(p_fence + 1, (extract(epoch from clock_timestamp()) * 1000000)::bigint);

-- Whether an owner may still act, held until the transaction ends: its job's row under its lease, or, for a session
-- that acts for itself, its live session.
create function holdfast.owner_is_current(p_session bigint, p_lease int, p_job bigint) returns boolean
    language plpgsql as $$
begin
    if p_job = 0 then
        perform 1 from holdfast.sessions where id = p_session and ended_at is null for key share;
    else
        perform 1 from holdfast.jobs where id = p_job and session_id = p_session and lease_no = p_lease for share;
    end if;
    return found;
end $$;

-- The row of a key, locked, made when there is none. A loop, because a free row may be pruned in between.
create function holdfast.lock_row(p_namespace text, p_name text) returns holdfast.locks
    language plpgsql as $$
declare
    v_row holdfast.locks;
begin
    for i in 1 .. 10 loop
        select * into v_row from holdfast.locks where namespace = p_namespace and name = p_name for update;
        if found then
            return v_row;
        end if;
        insert into holdfast.locks (namespace, name) values (p_namespace, p_name) on conflict do nothing;
    end loop;
    raise exception 'the row of lock %/% vanished ten times', p_namespace, p_name using errcode = '40001';
end $$;

-- Gives a row that the caller has locked to an owner; answers the fence of the grant.
create function holdfast.grant_lock(p_namespace text, p_name text, p_session bigint, p_lease int, p_job bigint,
        p_token uuid) returns bigint
    language sql volatile as $$
    update holdfast.locks
       set session_id = p_session, lease_no = p_lease, job_id = p_job, token = p_token, since = clock_timestamp(),
           fence = holdfast.next_fence(fence), revoked_reason = null, revoked_by = null, freed_at = null
     where namespace = p_namespace and name = p_name
    returning fence;
$$;

-- One try to take a lock: LEASE_LOST, BUSY with its holder, or GRANTED. The same token again is the same grant.
create function holdfast.claim(p_namespace text, p_name text, p_session bigint, p_lease int, p_job bigint,
        p_token uuid, out result text, out fence_no bigint, out holder text, out holder_token uuid)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_row holdfast.locks;
begin
    if not holdfast.owner_is_current(p_session, p_lease, p_job) then
        result := 'LEASE_LOST';
        return;
    end if;
    v_row := holdfast.lock_row(p_namespace, p_name);
    if v_row.token is null then
        result := 'GRANTED';
        fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
        return;
    end if;
    result := case when v_row.token = p_token then 'GRANTED' else 'BUSY' end;
    fence_no := v_row.fence;
    holder := holdfast.describe(v_row.session_id, v_row.job_id);
    holder_token := v_row.token;
end $$;

create function holdfast.release(p_namespace text, p_name text, p_token uuid) returns boolean
    language plpgsql as $$
begin
    update holdfast.locks
       set session_id = null, lease_no = null, job_id = null, token = null, since = null, revoked_reason = null,
           revoked_by = null, freed_at = clock_timestamp()
     where namespace = p_namespace and name = p_name and token = p_token;
    return found;
end $$;

-- Frees what rides on these leases of a session, or everything of it when p_jobs is null. The caller has locked
-- the jobs' rows, or the session's.
create function holdfast.free_locks(p_session bigint, p_jobs bigint[], p_leases int[]) returns int
    language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_tokens uuid[];
begin
    perform 1 from holdfast.locks where session_id = p_session limit 1;
    if not found then
        return 0;
    end if;
    select array_agg(token) into v_tokens
      from (select l.token
              from holdfast.locks l
             where l.session_id = p_session
               and (p_jobs is null or (l.job_id, l.lease_no) in (select * from unnest(p_jobs, p_leases)))
             order by l.namespace, l.name
               for update) held;
    update holdfast.locks
       set session_id = null, lease_no = null, job_id = null, token = null, since = null, revoked_reason = null,
           revoked_by = null, freed_at = clock_timestamp()
     where token = any (v_tokens);
    return coalesce(cardinality(v_tokens), 0);
end $$;

-- Writes of an application's own, in the same database, that are refused to whoever is late.

-- A claim of a key whose row somebody has locked for a moment, a fenced write above all, is answered by what was
-- committed last: it must not wait for a transaction of the holder's until its own time is up.
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

-- When a key was last seen under a greater fence, so that the memory of it can be given up in time.
alter table holdfast.effect_keys add column raised_at timestamptz not null default clock_timestamp();

create or replace function holdfast.lock_fence_high(p_namespace text, p_name text) returns bigint
    language plpgsql as $$
declare
    v_high bigint;
begin
    for i in 1 .. 10 loop
        select fence_high into v_high
          from holdfast.effect_keys where namespace = p_namespace and name = p_name for update;
        if found then
            return v_high;
        end if;
        insert into holdfast.effect_keys (namespace, name) values (p_namespace, p_name) on conflict do nothing;
    end loop;
    raise exception 'the row of %/% vanished ten times', p_namespace, p_name using errcode = '40001';
end $$;

create function holdfast.raise_fence_high(p_namespace text, p_name text, p_fence bigint) returns void
    language sql volatile as $$
    update holdfast.effect_keys set fence_high = p_fence, raised_at = clock_timestamp()
     where namespace = p_namespace and name = p_name and fence_high < p_fence;
$$;

-- Why a fence is not that of the present holder of a lock kept here; null if it is, or if the lock is kept elsewhere.
-- The row is held until the transaction ends, so nobody is granted the lock before that. A row that is free under a
-- lower fence was left by a time when the lock was kept here.
create function holdfast.why_not_held(p_namespace text, p_name text, p_fence bigint, out elsewhere boolean,
        out why text)
    language plpgsql as $$
declare
    v_row holdfast.locks;
begin
    select * into v_row from holdfast.locks where namespace = p_namespace and name = p_name for share;
    elsewhere := not found or (v_row.token is null and v_row.fence < p_fence);
    if not elsewhere and v_row.token is null then
        why := format('it was let go, or taken, since it was granted under fence %s', p_fence);
    elsif not elsewhere and v_row.fence <> p_fence then
        why := format('it is held under fence %s, not %s', v_row.fence, p_fence);
    end if;
end $$;

-- Refuses, with SQLSTATE LF001, unless the fence is that of the key's present grant; until the caller's transaction
-- ends it stays so. For a lock that another store keeps, unless no greater fence was ever seen here; then this one is
-- remembered. Locks are asserted in the order of their keys.
create function holdfast.assert_held(p_key text, p_fence bigint) returns void
    language plpgsql as $$
declare
    v_slash     int  := position('/' in p_key);
    v_namespace text := split_part(p_key, '/', 1);
    v_name      text := substr(p_key, v_slash + 1);
    v_elsewhere boolean;
    v_why       text;
    v_high      bigint;
begin
    if p_fence is null or p_fence <= 0 or v_slash is null or v_slash < 2 or v_name = '' then
        raise exception 'a lock is asserted by its key, namespace/name, and the fence of its grant; got % and %',
            coalesce(p_key, 'null'), coalesce(p_fence::text, 'null') using errcode = '22023';
    end if;
    select h.elsewhere, h.why into v_elsewhere, v_why from holdfast.why_not_held(v_namespace, v_name, p_fence) h;
    if v_elsewhere then
        v_high := holdfast.lock_fence_high(v_namespace, v_name);
        if v_high > p_fence then
            v_why := format('fence %s has been seen here, which is greater than %s', v_high, p_fence);
        else
            perform holdfast.raise_fence_high(v_namespace, v_name, p_fence);
        end if;
    end if;
    if v_why is not null then
        raise exception 'lock % is not held: %', p_key, v_why using errcode = 'LF001';
    end if;
end $$;

-- As before, but that a row which was left by a time when the lock was kept here stands in nobody's way.
create or replace function holdfast.begin_effect(p_namespace text, p_name text, p_effect text, p_session bigint,
        p_lease int, p_job bigint, p_token uuid, p_fence bigint, p_intent text, out answer text, out detail text)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_lock holdfast.locks;
    v_high bigint;
    v_row  holdfast.effects;
begin
    answer := 'REFUSED';
    if not holdfast.owner_is_current(p_session, p_lease, p_job) then
        detail := 'the lease is lost';
        return;
    end if;
    if p_fence is not null then
        select * into v_lock from holdfast.locks where namespace = p_namespace and name = p_name for share;
        if found and v_lock.token is distinct from p_token and not (v_lock.token is null and v_lock.fence < p_fence) then
            detail := 'the lock is not held under this token';
            return;
        end if;
    end if;
    v_high := holdfast.lock_fence_high(p_namespace, p_name);
    if p_fence < v_high then
        detail := 'fence ' || p_fence || ' is older than ' || v_high;
        return;
    end if;
    perform holdfast.raise_fence_high(p_namespace, p_name, p_fence);
    select * into v_row
      from holdfast.effects where namespace = p_namespace and name = p_name and effect = p_effect for update;
    if not found then
        insert into holdfast.effects (namespace, name, effect, fence, token, owner, intent)
        values (p_namespace, p_name, p_effect, p_fence, p_token, holdfast.describe(p_session, p_job), p_intent);
        answer := 'FRESH';
    elsif v_row.result is null then
        update holdfast.effects
           set fence = coalesce(p_fence, fence), token = p_token, owner = holdfast.describe(p_session, p_job)
         where namespace = p_namespace and name = p_name and effect = p_effect;
        answer := 'UNFINISHED';
        detail := v_row.intent;
    else
        answer := 'FINISHED';
        detail := v_row.result;
    end if;
end $$;

create index effects_begun on holdfast.effects (begun_at);

-- Removes records of effects that are older, unless the job that made or began one still lives, and what is known of
-- keys that have none and were as long not granted anew; at most p_most rows of each, so that no call takes long.
create function holdfast.prune_effects(p_age interval, p_most int) returns int
    language plpgsql as $$
declare
    v_before timestamptz := clock_timestamp() - p_age;
    v_pruned int;
    v_rows   int;
begin
    delete from holdfast.effects where ctid = any (array(
        select e.ctid from holdfast.effects e
         where e.begun_at < v_before and coalesce(e.finished_at, e.begun_at) < v_before
           and not exists (select 1 from holdfast.jobs j
                            where j.id = substring(e.owner from '^job (\d{1,18})')::bigint)
         order by e.begun_at limit p_most for update of e skip locked));
    get diagnostics v_pruned = row_count;
    delete from holdfast.effect_keys where ctid = any (array(
        select k.ctid from holdfast.effect_keys k
         where k.raised_at < v_before
           and not exists (select 1 from holdfast.effects e where e.namespace = k.namespace and e.name = k.name)
         limit p_most for update of k skip locked));
    get diagnostics v_rows = row_count;
    return v_pruned + v_rows;
end $$;

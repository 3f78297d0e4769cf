-- Calls to systems that know no fences, each recorded before and after it is made.
create table holdfast.effects (
    namespace   text        not null,
    name        text        not null,
    effect      text        not null check (length(effect) between 1 and 200),
    fence       bigint      check (fence > 0),
    token       uuid        not null,
    owner       text        not null,
    intent      text        not null,
    result      text,
    begun_at    timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    primary key (namespace, name, effect),
    constraint effects_finished check ((result is null) = (finished_at is null))
);

-- The greatest fence under which an effect of a key was begun: locked first, so that two owners cannot both pass.
create table holdfast.effect_keys (
    namespace  text   not null,
    name       text   not null,
    fence_high bigint not null default 0 check (fence_high >= 0),
    primary key (namespace, name)
);

create function holdfast.lock_fence_high(p_namespace text, p_name text) returns bigint
    language plpgsql as $$
declare
    v_high bigint;
begin
    insert into holdfast.effect_keys (namespace, name) values (p_namespace, p_name) on conflict do nothing;
    select fence_high into strict v_high
      from holdfast.effect_keys where namespace = p_namespace and name = p_name for update;
    return v_high;
end $$;

-- Records an intent: FRESH, UNFINISHED with the earlier intent, FINISHED with the result, or REFUSED with the reason.
-- The job's row and, if the lock is kept here, the lock's row are held until the record is committed.
create function holdfast.begin_effect(p_namespace text, p_name text, p_effect text, p_session bigint, p_lease int,
        p_job bigint, p_token uuid, p_fence bigint, p_intent text, out answer text, out detail text)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_lock_token uuid;
    v_high       bigint;
    v_row        holdfast.effects;
begin
    answer := 'REFUSED';
    if not holdfast.owner_is_current(p_session, p_lease, p_job) then
        detail := 'the lease is lost';
        return;
    end if;
    if p_fence is not null then
        select token into v_lock_token
          from holdfast.locks where namespace = p_namespace and name = p_name for share;
        if found and v_lock_token is distinct from p_token then
            detail := 'the lock is not held under this token';
            return;
        end if;
    end if;
    v_high := holdfast.lock_fence_high(p_namespace, p_name);
    if p_fence < v_high then
        detail := 'fence ' || p_fence || ' is older than ' || v_high;
        return;
    end if;
    update holdfast.effect_keys set fence_high = p_fence
     where namespace = p_namespace and name = p_name and fence_high < p_fence;
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

create function holdfast.finish_effect(p_namespace text, p_name text, p_effect text, p_token uuid, p_fence bigint,
        p_result text) returns boolean
    language plpgsql set lock_timeout = '2s' as $$
begin
    if holdfast.lock_fence_high(p_namespace, p_name) > p_fence then
        return false;
    end if;
    update holdfast.effects
       set result = p_result, finished_at = clock_timestamp()
     where namespace = p_namespace and name = p_name and effect = p_effect and (result is null or token = p_token);
    return found;
end $$;

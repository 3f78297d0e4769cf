-- Makes a session's next heartbeat look at what it holds.
create function holdfast.tell(p_session bigint, p_notify boolean) returns void
    language plpgsql as $$
begin
    update holdfast.sessions set attention = attention + 1 where id = p_session;
    if p_notify then
        perform pg_notify('holdfast', 'attention ' || p_session);
    end if;
end $$;

-- The session that holds a key, locked before the key's row is: sessions come before locks. Without the lock on the
-- key it is only a guess, which the caller checks.
create function holdfast.guess_victim(p_namespace text, p_name text) returns bigint
    language plpgsql as $$
declare
    v_victim bigint;
begin
    select session_id into v_victim from holdfast.locks where namespace = p_namespace and name = p_name;
    perform 1 from holdfast.sessions where id = v_victim for no key update;
    return v_victim;
end $$;

create function holdfast.record_steal(p_row holdfast.locks, p_by text, p_reason text, p_overlap boolean,
        p_fence bigint) returns void
    language sql volatile as $$
    insert into holdfast.lock_steals (namespace, name, victim_session, victim_job, victim_token, victim_fence,
           stolen_by, reason, overlap, fence)
    values (p_row.namespace, p_row.name, p_row.session_id, p_row.job_id, p_row.token, p_row.fence, p_by, p_reason,
           p_overlap, p_fence);
$$;

-- Tells the holder, once, that its lock is wanted.
create function holdfast.revoke_lock(p_row holdfast.locks, p_by text, p_reason text, p_notify boolean) returns void
    language plpgsql as $$
begin
    if p_row.revoked_reason is null then
        update holdfast.locks set revoked_reason = p_reason, revoked_by = p_by
         where namespace = p_row.namespace and name = p_row.name;
        perform holdfast.tell(p_row.session_id, p_notify);
    end if;
end $$;

-- One step of a steal by an owner. p_mode REVOKE tells the holder; TAKE takes the lock if p_expected still holds it
-- and tells anybody else; OVERLAP takes it if p_expected holds it, and tells nobody else. A free lock is granted.
-- MOVED means that the guess was wrong and the caller asks again in a new transaction.
create function holdfast.steal(p_namespace text, p_name text, p_session bigint, p_lease int, p_job bigint,
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
    elsif v_row.session_id is distinct from v_victim then
        result := 'MOVED';
    elsif p_mode <> 'REVOKE' and v_row.token = p_expected then
        fence_no := holdfast.grant_lock(p_namespace, p_name, p_session, p_lease, p_job, p_token);
        perform holdfast.record_steal(v_row, v_by, p_reason, p_mode = 'OVERLAP', fence_no);
        perform holdfast.tell(v_victim, p_notify);
    else
        result := 'BUSY';
        holder := holdfast.describe(v_row.session_id, v_row.job_id);
        holder_token := v_row.token;
        select ttl_ms into holder_ttl_ms from holdfast.sessions where id = v_victim;
        if p_mode <> 'OVERLAP' then
            perform holdfast.revoke_lock(v_row, v_by, p_reason, p_notify);
        end if;
    end if;
end $$;

-- A steal by an operator: nobody holds the lock afterwards. FREE means that nobody held it before.
create function holdfast.operator_steal(p_namespace text, p_name text, p_overlap boolean, p_reason text,
        p_notify boolean, out result text, out fence_no bigint, out holder text, out holder_fence bigint)
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_victim bigint := holdfast.guess_victim(p_namespace, p_name);
    v_row    holdfast.locks;
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
        result := 'FREED';
    else
        perform holdfast.revoke_lock(v_row, 'operator', p_reason, p_notify);
        result := 'TOLD';
    end if;
end $$;

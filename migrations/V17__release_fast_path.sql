-- A lock that nobody waits for is released at the price of one probe of the index.
create or replace function holdfast.release(p_namespace text, p_name text, p_token uuid, p_notify boolean) returns boolean
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
    perform 1 from holdfast.lock_waiters where namespace = p_namespace and name = p_name limit 1;
    if found or holdfast.is_permits(p_namespace) then
        v_due := holdfast.wake_heads(array [p_namespace], array [p_name]);
        if p_notify and cardinality(v_due) > 0 then
            perform holdfast.wake(v_due);
        end if;
    end if;
    return true;
end $$;

-- What people ask of a job, and what keeps the tables small.

-- The session that runs a job, locked before the job is; a guess, which the caller checks.
create function holdfast.guess_runner(p_job bigint) returns bigint
    language plpgsql as $$
declare
    v_session bigint;
begin
    select session_id into v_session from holdfast.jobs where id = p_job;
    perform 1 from holdfast.sessions where id = v_session for no key update;
    return v_session;
end $$;

-- Cancels a waiting job, or tells the worker that runs it. Null if there is no such live job; MOVED asks again.
create function holdfast.cancel_job(p_job bigint, p_reason text, p_notify boolean) returns text
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_session bigint := holdfast.guess_runner(p_job);
    v_row     holdfast.jobs;
begin
    select * into v_row from holdfast.jobs where id = p_job for update;
    if not found then
        return null;
    elsif v_row.session_id is distinct from v_session then
        return 'MOVED';
    elsif v_row.cancel_reason is not null then
        return 'UNCHANGED';
    elsif v_row.session_id is null then
        perform holdfast.end_rounds(array [p_job], array ['CANCELLED'], array [p_reason], clock_timestamp());
        return 'DONE';
    end if;
    update holdfast.jobs set cancel_reason = p_reason where id = p_job;
    perform holdfast.tell(v_session, p_notify);
    return 'TOLD';
end $$;

-- Makes a waiting job due, or enqueues a finished one again. Null if there is no such job.
create function holdfast.retry_job(p_job bigint, p_notify boolean) returns text
    language plpgsql set lock_timeout = '2s' as $$
declare
    v_row holdfast.jobs;
begin
    select * into v_row from holdfast.jobs where id = p_job for update;
    if not found then
        return holdfast.enqueue_again(p_job, p_notify);
    elsif v_row.session_id is not null or v_row.run_at <= clock_timestamp() then
        return 'UNCHANGED';
    end if;
    update holdfast.jobs set run_at = clock_timestamp() where id = p_job;
    if p_notify then
        perform holdfast.wake(array [v_row.queue]);
    end if;
    return 'DONE';
end $$;

create function holdfast.enqueue_again(p_job bigint, p_notify boolean) returns text
    language plpgsql as $$
declare
    v_old holdfast.job_history;
begin
    select * into v_old from holdfast.job_history where id = p_job order by round desc limit 1;
    if not found then
        return null;
    end if;
    perform holdfast.enqueue(array [v_old.queue], array [v_old.kind], array [v_old.priority::int], array [0::bigint],
        array [v_old.max_attempts], array [v_old.timeout_ms], array [v_old.unique_key], array [v_old.payload::text],
        p_notify);
    return 'DONE';
end $$;

-- Removes what nobody needs any more, at most p_most rows of each kind, so that no call takes long. A lock that was
-- free for so long needs no memory of its fence: the clock keeps fences rising.
create function holdfast.prune(p_age interval, p_most int) returns int
    language plpgsql as $$
declare
    v_before timestamptz := clock_timestamp() - p_age;
    v_pruned int := 0;
    v_rows   int;
begin
    delete from holdfast.locks l using (
        select namespace, name from holdfast.locks
         where token is null and freed_at < v_before limit p_most for update skip locked) old
     where l.namespace = old.namespace and l.name = old.name;
    get diagnostics v_rows = row_count;
    v_pruned := v_pruned + v_rows;
    delete from holdfast.deliveries d using (
        select source, delivery_id from holdfast.deliveries where received_at < v_before limit p_most) old
     where d.source = old.source and d.delivery_id = old.delivery_id;
    get diagnostics v_rows = row_count;
    v_pruned := v_pruned + v_rows;
    delete from holdfast.lock_steals where id in (
        select id from holdfast.lock_steals where stolen_at < v_before limit p_most);
    get diagnostics v_rows = row_count;
    v_pruned := v_pruned + v_rows;
    delete from holdfast.sessions where id in (
        select id from holdfast.sessions where ended_at < v_before limit p_most);
    get diagnostics v_rows = row_count;
    return v_pruned + v_rows;
end $$;

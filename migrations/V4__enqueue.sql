-- Locks jobs by id, these and the live ones of these keys, as everybody does who touches several. What else comes to
-- the keys meanwhile is locked when it is met; two who then wait for each other are told, and ask again.
create function holdfast.lock_jobs(p_ids bigint[], p_queues text[], p_keys text[]) returns void
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
    perform 1
       from holdfast.jobs
      where id = any (p_ids || array(
            select j.id from unnest(p_queues, p_keys) k (queue, key)
              join holdfast.jobs j on j.queue = k.queue and j.unique_key = k.key))
      order by id
        for update;
end $$;

-- Stores jobs given as parallel arrays; answers one row for each, in order. A keyed job meets the live job of its
-- key: a waiting one takes the newer payload in, and the earlier time and the better priority; a running one keeps
-- it for its next round. The n-th request for one key in a call is written by the n-th statement, since one statement
-- cannot touch a row twice; within one, keys are taken in order.
create function holdfast.enqueue(p_queues text[], p_kinds text[], p_priorities int[], p_delays bigint[],
        p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[], p_notify boolean)
    returns table (ord bigint, id bigint, result text)
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_now  timestamptz := clock_timestamp();
    v_last bigint;
begin
    return query
    with n as materialized (
        select r.*, nextval('holdfast.jobs_id_seq') as id
          from unnest(p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_keys, p_payloads)
               with ordinality r (queue, kind, priority, delay, max_attempts, timeout, key, payload, ord)
         where r.key is null),
    i as (
        insert into holdfast.jobs (id, queue, kind, priority, run_at, max_attempts, timeout_ms, payload, enqueued_at)
            overriding system value
        select n.id, n.queue, n.kind, n.priority, v_now + n.delay * interval '1 ms', n.max_attempts, n.timeout,
               n.payload::jsonb, v_now
          from n)
    select n.ord, n.id, 'INSERTED' from n;

    if cardinality(array_remove(p_keys, null)) > 1 then
        perform holdfast.lock_jobs('{}', p_queues, p_keys);
    end if;
    select max(z.nth) into v_last
      from (select row_number() over (partition by r.queue, r.key) as nth
              from unnest(p_queues, p_keys) r (queue, key) where r.key is not null) z;
    for v_nth in 1 .. coalesce(v_last, 0) loop
        return query select * from holdfast.enqueue_keyed(p_queues, p_kinds, p_priorities, p_delays, p_max_attempts,
            p_timeouts, p_keys, p_payloads, v_nth, v_now);
    end loop;

    if p_notify then
        perform holdfast.wake(array(
            select distinct r.queue from unnest(p_queues, p_delays) r (queue, delay) where r.delay = 0));
    end if;
end $$;

create function holdfast.enqueue_keyed(p_queues text[], p_kinds text[], p_priorities int[], p_delays bigint[],
        p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[], p_nth int, p_now timestamptz)
    returns table (ord bigint, id bigint, result text)
    language sql as $$
    with r as (
        select r.*, row_number() over (partition by r.queue, r.key order by r.ord) as nth
          from unnest(p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_keys, p_payloads)
               with ordinality r (queue, kind, priority, delay, max_attempts, timeout, key, payload, ord)
         where r.key is not null),
    n as materialized (
        select r.*, nextval('holdfast.jobs_id_seq') as id from r where r.nth = p_nth order by r.queue, r.key),
    i as (
        insert into holdfast.jobs as j (id, queue, kind, priority, run_at, max_attempts, timeout_ms, unique_key,
               payload, enqueued_at)
            overriding system value
        select n.id, n.queue, n.kind, n.priority, p_now + n.delay * interval '1 ms', n.max_attempts, n.timeout, n.key,
               n.payload::jsonb, p_now
          from n
        on conflict (queue, unique_key) where unique_key is not null do update
           set payload = case when j.session_id is null then holdfast.fold(j.payload, excluded.payload)
                              else j.payload end,
               next_payload = case when j.session_id is null then null
                                   when j.next_payload is null then excluded.payload
                                   else holdfast.fold(j.next_payload, excluded.payload) end,
               run_at = case when j.session_id is null then least(j.run_at, excluded.run_at) else j.run_at end,
               priority = case when j.session_id is null then least(j.priority, excluded.priority)
                               else j.priority end
        returning j.id, j.queue, j.unique_key, j.session_id)
    select n.ord, i.id,
           case when i.id = n.id then 'INSERTED' when i.session_id is null then 'COALESCED' else 'REARMED' end
      from n join i on i.queue = n.queue and i.unique_key = n.key;
$$;

-- Accepts a delivery once. A second one waits for the first to commit and answers its jobs.
create function holdfast.deliver(p_source text, p_delivery text, p_queues text[], p_kinds text[], p_priorities int[],
        p_delays bigint[], p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[],
        p_notify boolean, out duplicate boolean, out ids bigint[])
    language plpgsql as $$
begin
    insert into holdfast.deliveries (source, delivery_id) values (p_source, p_delivery) on conflict do nothing;
    duplicate := not found;
    if duplicate then
        select job_ids into ids from holdfast.deliveries where source = p_source and delivery_id = p_delivery;
        return;
    end if;
    select coalesce(array_agg(e.id order by e.ord), '{}') into ids
      from holdfast.enqueue(p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_keys, p_payloads,
               p_notify) e;
    update holdfast.deliveries set job_ids = ids where source = p_source and delivery_id = p_delivery;
end $$;

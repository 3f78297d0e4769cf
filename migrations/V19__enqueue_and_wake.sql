-- Enqueueing many jobs at the price of the rows, hints only for those who wait for them, and one housekeeper at a time.
-- This file is long because functions are replaced whole.

-- Who waits for work in which queues. A hint: it is lost when the server crashes or fails over, and announced again.
create unlogged table holdfast.idle (
    session_id bigint not null,
    queue      text   not null,
    primary key (session_id, queue)
) with (autovacuum_vacuum_threshold = 50, autovacuum_vacuum_scale_factor = 0);
create index idle_queue on holdfast.idle (queue);

-- Says in which queues a live session waits, in place of what it said before. Its commit waits for no disk.
create function holdfast.announce_idle(p_session bigint, p_queues text[]) returns void
    language plpgsql as $$
begin
    perform set_config('synchronous_commit', 'off', true);
    -- Held until commit: whoever ends the session waits for this and takes the announcement away, or was first.
    perform 1 from holdfast.sessions where id = p_session and ended_at is null for key share;
    if found then
        delete from holdfast.idle where session_id = p_session and queue <> all (p_queues);
        insert into holdfast.idle (session_id, queue) select distinct p_session, unnest(p_queues) on conflict do nothing;
    end if;
end $$;

create function holdfast.forget_idle() returns trigger
    language plpgsql as $$
begin
    delete from holdfast.idle where session_id = new.id;
    return null;
end $$;

create trigger sessions_forget_idle after update of ended_at on holdfast.sessions
    for each row when (old.ended_at is null and new.ended_at is not null)
    execute function holdfast.forget_idle();

-- When a queue was last notified of: milliseconds and a hash of its name. Sequences, because they are written outside
-- transactions: seen at once by everybody, never waited for, no dead rows. A queue that shares one with another takes
-- its mark away, which costs a notification more.
do $$ begin
    for i in 0 .. 15 loop
        execute format('create unlogged sequence holdfast.notified_%s minvalue 0 start 0', i);
    end loop;
end $$;

-- True for one caller in ten milliseconds, or a few who come at the same moment.
create function holdfast.may_notify(p_queue text) returns boolean
    language plpgsql security definer set search_path = pg_catalog as $$
declare
    v_hash bigint   := hashtextextended(p_queue, 0);
    v_mark regclass := ('holdfast.notified_' || (v_hash & 15))::regclass;
    v_name bigint   := (v_hash >> 4) & 1048575;
    v_last bigint   := coalesce(pg_sequence_last_value(v_mark), 0);
    v_now  bigint   := floor(extract(epoch from clock_timestamp()) * 1000);
begin
    -- A clock that was set back does not silence a queue.
    if v_last & 1048575 = v_name and v_now - (v_last >> 20) between 0 and 9 then
        return false;
    end if;
    perform setval(v_mark, v_now << 20 | v_name);
    return true;
end $$;

-- Hints that there is work due in these queues, to those who wait for it. A notification takes a lock of the whole
-- server's at commit, so none is sent while nobody waits, and at most one for a queue in ten milliseconds; whoever is
-- woken looks again after those. A hint may be missing, and then the job waits for the next look, one poll interval at
-- the most:
--   * a transaction that saw nobody waiting commits after somebody has begun to wait: he announced that first and then
--     looked, so this takes a commit later than that look;
--   * a transaction that was to notify commits late or not at all, and others within its ten milliseconds relied on it;
--     if it commits late, its own notification comes with its jobs;
--   * the server was restarted, and who waits has not announced it again yet (ten seconds at the most).
create or replace function holdfast.wake(p_queues text[]) returns void
    language plpgsql as $$
declare
    v_queue text;
begin
    if cardinality(p_queues) > 0 and exists (select 1 from holdfast.idle) then
        for v_queue in select distinct q.queue
                         from unnest(p_queues) q (queue)
                        where exists (select 1 from holdfast.idle i where i.queue = q.queue) loop
            if holdfast.may_notify(v_queue) then
                perform pg_notify('holdfast', 'due ' || v_queue);
            end if;
        end loop;
    end if;
end $$;

-- Stores jobs given as parallel arrays; answers one row for each, in order. A keyed job meets the live job of its
-- key: a waiting one takes the newer payload in, and the earlier time and the better priority; a running one keeps
-- it for its next round. The n-th request for one key in a call is written by the n-th statement, since one statement
-- cannot touch a row twice; within one, keys are taken in order.
create or replace function holdfast.enqueue(p_queues text[], p_kinds text[], p_priorities int[], p_delays bigint[],
        p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[], p_notify boolean)
    returns table (ord bigint, id bigint, result text)
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
    v_now  timestamptz := clock_timestamp();
    v_keys int         := cardinality(array_remove(p_keys, null));
    v_last bigint;
begin
    if v_keys < cardinality(p_keys) then
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
    end if;
    if v_keys > 0 then
        if v_keys > 1 then
            perform holdfast.lock_jobs('{}', p_queues, p_keys);
        end if;
        select max(z.nth) into v_last
          from (select row_number() over (partition by r.queue, r.key) as nth
                  from unnest(p_queues, p_keys) r (queue, key) where r.key is not null) z;
        for v_nth in 1 .. v_last loop
            return query select * from holdfast.enqueue_keyed(p_queues, p_kinds, p_priorities, p_delays,
                p_max_attempts, p_timeouts, p_keys, p_payloads, v_nth, v_now);
        end loop;
    end if;
    if p_notify then
        perform holdfast.wake_due(p_queues, p_delays);
    end if;
end $$;

create function holdfast.wake_due(p_queues text[], p_delays bigint[]) returns void
    language plpgsql as $$
begin
    if exists (select 1 from holdfast.idle) then
        perform holdfast.wake(array(
            select distinct r.queue from unnest(p_queues, p_delays) r (queue, delay) where r.delay = 0));
    end if;
end $$;

-- The same for a batch, answered in one row: the ids in order, and the results if not all were inserted. Without keys
-- this costs little more than the rows themselves.
create function holdfast.enqueue_batch(p_queues text[], p_kinds text[], p_priorities int[], p_delays bigint[],
        p_max_attempts int[], p_timeouts bigint[], p_keys text[], p_payloads text[], p_notify boolean,
        out ids bigint[], out results text[])
    language plpgsql as $$
declare
    v_now timestamptz := clock_timestamp();
begin
    if cardinality(array_remove(p_keys, null)) > 0 then
        select array_agg(e.id order by e.ord), array_agg(e.result order by e.ord) into ids, results
          from holdfast.enqueue(p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_keys,
                   p_payloads, p_notify) e;
        return;
    end if;
    ids := array(select nextval('holdfast.jobs_id_seq') from generate_series(1, cardinality(p_queues)));
    insert into holdfast.jobs (id, queue, kind, priority, run_at, max_attempts, timeout_ms, payload, enqueued_at)
        overriding system value
    select r.id, r.queue, r.kind, r.priority, v_now + r.delay * interval '1 ms', r.max_attempts, r.timeout,
           r.payload::jsonb, v_now
      from unnest(ids, p_queues, p_kinds, p_priorities, p_delays, p_max_attempts, p_timeouts, p_payloads)
           r (id, queue, kind, priority, delay, max_attempts, timeout, payload);
    if p_notify then
        perform holdfast.wake_due(p_queues, p_delays);
    end if;
end $$;

-- The first payload that cannot be stored, counted from 1, and why; nulls if all can. For a batch that was refused.
create function holdfast.refused_payload(p_payloads text[], out ord int, out rule text)
    language plpgsql as $$
declare
    v_payload text;
begin
    ord := 0;
    foreach v_payload in array p_payloads loop
        ord := ord + 1;
        begin
            perform v_payload::jsonb;
        exception when data_exception or program_limit_exceeded then
            rule := sqlerrm;
            return;
        end;
    end loop;
    ord := null;
end $$;

-- Who keeps the tables in shape, and until when, by this server's clock. One row.
create table holdfast.housekeeping (
    one    boolean     primary key default true check (one),
    token  uuid,
    who    text        not null default '',
    until  timestamptz,
    due_at timestamptz not null default '-infinity',
    constraint housekeeping_held check ((token is null) = (until is null))
);
insert into holdfast.housekeeping default values;

-- Takes the turn at housekeeping, or keeps it; false if it is not due or somebody else's. The row stays locked until
-- commit, so a step that is done in the same transaction is done by one at a time, whatever the clock does; who lost
-- the turn finds out before his next step. A turn that ends later than it can, and a time too far ahead, were written
-- before the clock was set back.
create function holdfast.hold_housekeeping(p_token uuid, p_who text, p_for interval, p_period interval) returns boolean
    language plpgsql as $$
declare
    v_now timestamptz := clock_timestamp();
    v_row holdfast.housekeeping;
begin
    select * into v_row from holdfast.housekeeping for update skip locked;
    if not found then
        return false;
    elsif v_row.token is distinct from p_token
          and (v_row.until between v_now and v_now + p_for
               or v_row.due_at between v_now and v_now + p_period) then
        return false;
    end if;
    update holdfast.housekeeping set token = p_token, who = p_who, until = v_now + p_for;
    return true;
end $$;

-- Ends the turn; the next one is due after a time.
create function holdfast.leave_housekeeping(p_token uuid, p_next interval) returns boolean
    language plpgsql as $$
begin
    update holdfast.housekeeping set token = null, until = null, due_at = clock_timestamp() + p_next
     where token = p_token;
    return found;
end $$;

-- Drops one day that no queue keeps any more, the oldest; answers how many it dropped. The longest retention decides,
-- since dropping a day costs nothing and deleting rows does. Settlements wait behind a drop that waits for a reader of
-- the history: a tenth of a second at the most, and then it is tried again later.
create or replace function holdfast.expire_history() returns int
    language plpgsql set lock_timeout = '100ms' as $$
declare
    v_keep interval := (select greatest(interval '7 days', max(retention)) from holdfast.queues);
    v_last date     := holdfast.utc_day(clock_timestamp() - v_keep);
    v_name text;
begin
    select c.relname into v_name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'holdfast.job_history'::regclass and c.relname < holdfast.history_partition(v_last)
     order by 1 limit 1;
    if v_name is null then
        return 0;
    end if;
    execute format('drop table holdfast.%I', v_name);
    return 1;
end $$;

-- Forgets who waited and is gone, should an announcement have outlived its session.
create function holdfast.prune_idle() returns int
    language plpgsql as $$
declare
    v_rows int;
begin
    delete from holdfast.idle i
     where not exists (select 1 from holdfast.sessions s where s.id = i.session_id and s.ended_at is null);
    get diagnostics v_rows = row_count;
    return v_rows;
end $$;

-- Wakes the first in the lines of these keys, which were freed in another store, and does what time has made due, for
-- at most a hundred keys more of each sort: the next one's turn where the woken one did not come, and another try where only
-- asking tells whether a lock is free. Lines whose lock somebody has locked are passed over, however many they are: the
-- limit counts those that can be looked at. Answers how many lines it looked at.
create or replace function holdfast.look_at_lines(p_namespaces text[], p_names text[], p_notify boolean) returns int
    language plpgsql set lock_timeout = '2s' set enable_seqscan = off as $$
declare
    v_now        timestamptz := clock_timestamp();
    v_namespaces text[];
    v_names      text[];
    v_due        text[];
begin
    -- No row is made: a lock kept elsewhere has none. One that somebody has locked is looked at the next time.
    with lines as materialized (
        select w.namespace, w.name, min(w.look_at) as look_at
          from holdfast.lock_waiters w where w.look_at <= now() group by w.namespace, w.name
         union
        select p.namespace, p.line, '-infinity'
          from (select k.namespace, holdfast.line_name(k.namespace, k.name) as line
                  from unnest(p_namespaces, p_names) k (namespace, name)) p
         where exists (select 1 from holdfast.lock_waiters w where w.namespace = p.namespace and w.name = p.line)),
    locked as (
        select l.namespace, l.name
          from lines k join holdfast.locks l on l.namespace = k.namespace and l.name = k.name
         order by k.look_at limit 100 + cardinality(p_names)
           for update of l skip locked),
    rowless as (
        select k.namespace, k.name
          from lines k
         where not exists (select 1 from holdfast.locks l where l.namespace = k.namespace and l.name = k.name)
         order by k.look_at limit 100)
    select array_agg(k.namespace), array_agg(k.name) into v_namespaces, v_names
      from (select namespace, name from locked union select namespace, name from rowless) k;
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

-- How long finished jobs of a queue are kept: a queue without a row for 7 days, a null retention not at all.
create table holdfast.queues (
    queue     text primary key check (length(queue) between 1 and 200),
    retention interval check (retention > interval '0')
);

-- Finished rounds, by day. Days are made a week ahead and dropped when they have expired. There is no default
-- partition: it would have to be scanned whenever a day is added.
create table holdfast.job_history (
    id            bigint      not null,
    round         int         not null,
    queue         text        not null,
    kind          text        not null,
    priority      smallint    not null,
    run_at        timestamptz not null,
    session_id    bigint,
    attempts      int         not null,
    failures      int         not null,
    interruptions int         not null,
    contentions   int         not null,
    crashes       int         not null,
    max_attempts  int         not null,
    timeout_ms    bigint,
    unique_key    text,
    payload       jsonb       not null,
    note          text        not null,
    enqueued_at   timestamptz not null,
    state         text        not null check (state in ('COMPLETED', 'DISCARDED', 'CANCELLED')),
    ended_at      timestamptz not null,
    primary key (id, round, ended_at)
) partition by range (ended_at);

create function holdfast.history_partition(p_day date) returns text
    language sql immutable
    return 'job_history_' || to_char(p_day, 'YYYYMMDD');

create function holdfast.utc_day(p_at timestamptz) returns date
    language sql immutable
    return (p_at at time zone 'UTC')::date;

create function holdfast.has_history(p_at timestamptz) returns boolean
    language sql stable
    return to_regclass('holdfast.' || holdfast.history_partition(holdfast.utc_day(p_at))) is not null;

-- Attached, not created in place: attaching lets settlements go on.
create function holdfast.add_history_partition(p_day date) returns void
    language plpgsql as $$
declare
    v_name text := holdfast.history_partition(p_day);
begin
    execute format('create table holdfast.%I (like holdfast.job_history including all)', v_name);
    execute format('alter table holdfast.job_history attach partition holdfast.%I for values from (%L) to (%L)',
        v_name, p_day::timestamp at time zone 'UTC', (p_day + 1)::timestamp at time zone 'UTC');
end $$;

-- Makes the days from yesterday to a week ahead that are missing; answers how many. Many may call at once.
create function holdfast.ensure_history_partitions() returns int
    language plpgsql as $$
declare
    v_today date := holdfast.utc_day(clock_timestamp());
    v_made  int  := 0;
    v_day   date;
begin
    for v_day in select v_today + i from generate_series(-1, 7) i
                  where not holdfast.has_history((v_today + i)::timestamp at time zone 'UTC') loop
        perform pg_advisory_xact_lock(holdfast.session_key(0));
        if to_regclass('holdfast.' || holdfast.history_partition(v_day)) is null then
            perform holdfast.add_history_partition(v_day);
            v_made := v_made + 1;
        end if;
    end loop;
    return v_made;
end $$;

-- Drops the days that no queue keeps any more; answers how many. The longest retention decides, since dropping a
-- day costs nothing and deleting rows does. A short lock timeout: settlements never wait behind a drop for long.
create function holdfast.expire_history() returns int
    language plpgsql set lock_timeout = '500ms' as $$
declare
    v_keep    interval := (select greatest(interval '7 days', max(retention)) from holdfast.queues);
    v_last    date     := holdfast.utc_day(clock_timestamp() - v_keep);
    v_dropped int      := 0;
    v_name    text;
begin
    for v_name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
                   where i.inhparent = 'holdfast.job_history'::regclass
                     and c.relname < holdfast.history_partition(v_last) order by 1 loop
        execute format('drop table holdfast.%I', v_name);
        v_dropped := v_dropped + 1;
    end loop;
    return v_dropped;
end $$;

-- Ends the round of jobs whose rows the caller has locked: into the history if their queue keeps one, then out of
-- the live table, or into a new round if a newer request came during the run. Answers the queues of new rounds.
-- A missing partition costs the history, never the settlement.
create function holdfast.end_rounds(p_ids bigint[], p_states text[], p_notes text[], p_at timestamptz) returns text[]
    language plpgsql
    set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
    v_keeps  boolean := holdfast.has_history(p_at);
    v_again  bigint[];
    v_queues text[];
begin
    if not v_keeps then
        raise warning 'no partition of holdfast.job_history for %, history of % jobs is lost', p_at, cardinality(p_ids);
    end if;
    with ended as materialized (
        select e.* from unnest(p_ids, p_states, p_notes) e (id, state, result)),
    gone as (
        delete from holdfast.jobs j using ended e where j.id = e.id and j.next_payload is null
        returning j.*, e.state, e.result),
    again as (
        select j.*, e.state, e.result from ended e join holdfast.jobs j on j.id = e.id
         where (select count(*) from gone) < cardinality(p_ids) and j.next_payload is not null),
    kept as (
        insert into holdfast.job_history (id, round, queue, kind, priority, run_at, session_id, attempts, failures,
               interruptions, contentions, crashes, max_attempts, timeout_ms, unique_key, payload, note, enqueued_at,
               state, ended_at)
        select r.id, r.round, r.queue, r.kind, r.priority, r.run_at, r.session_id, r.attempts, r.failures,
               r.interruptions, r.contentions, r.crashes, r.max_attempts, r.timeout_ms, r.unique_key, r.payload,
               r.result, r.enqueued_at, r.state, p_at
          from (select * from gone union all select * from again) r
         where v_keeps
           and not exists (select 1 from holdfast.queues q where q.queue = r.queue and q.retention is null))
    select array_agg(id) into v_again from again;
    if v_again is not null then
        with renewed as (
            update holdfast.jobs
               set session_id = null, lease_no = null, round = round + 1, attempts = 0, failures = 0,
                   interruptions = 0, contentions = 0, crashes = 0, suspect = false, payload = next_payload,
                   next_payload = null, cancel_reason = null, note = '', run_at = p_at, enqueued_at = p_at
             where id = any (v_again)
            returning queue)
        select array_agg(queue) into v_queues from renewed;
    end if;
    return coalesce(v_queues, '{}');
end $$;

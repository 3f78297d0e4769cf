-- Live jobs: what waits and what runs. A job that has ended leaves the table.
--
-- Leasing changes session_id, lease_no and attempts. No index and no index predicate names one of them, and pages
-- are filled to less than half, so that every lease is a HOT update.
create table holdfast.jobs (
    id            bigint generated always as identity primary key,
    queue         text        not null,
    kind          text        not null,
    priority      smallint    not null,
    run_at        timestamptz not null,
    session_id    bigint,
    lease_no      int,
    round         int         not null default 1,
    attempts      int         not null default 0,
    failures      int         not null default 0,
    interruptions int         not null default 0,
    contentions   int         not null default 0,
    crashes       int         not null default 0,
    max_attempts  int         not null,
    timeout_ms    bigint,
    suspect       boolean     not null default false,
    unique_key    text,
    payload       jsonb       not null,
    next_payload  jsonb,
    cancel_reason text,
    note          text        not null default '',
    enqueued_at   timestamptz not null,

    constraint jobs_running_iff_leased check ((session_id is null) = (lease_no is null)),
    constraint jobs_lease_no check (lease_no >= 0),
    constraint jobs_names check (length(queue) between 1 and 200 and length(kind) between 1 and 200
        and length(unique_key) between 1 and 200),
    constraint jobs_priority check (priority between 0 and 9),
    constraint jobs_counters check (round >= 1 and attempts >= 0 and failures >= 0 and interruptions >= 0
        and contentions >= 0 and crashes >= 0),
    constraint jobs_max_attempts check (max_attempts between 1 and 1000),
    constraint jobs_timeout check (timeout_ms > 0),
    constraint jobs_next_payload check (next_payload is null or (unique_key is not null and session_id is not null)),
    constraint jobs_cancel_reason check (cancel_reason is null or session_id is not null)
) with (fillfactor = 45, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

create index jobs_ready on holdfast.jobs (queue, suspect, priority, run_at, id);

create unique index jobs_unique_key on holdfast.jobs (queue, unique_key) where unique_key is not null;

-- One row per leased batch: how the reaper and a reconcile find a session's jobs.
create table holdfast.leases (
    session_id bigint      not null,
    lease_no   int         not null check (lease_no >= 0),
    ids        bigint[]    not null check (cardinality(ids) > 0),
    leased_at  timestamptz not null default clock_timestamp(),
    primary key (session_id, lease_no)
);

-- A webhook delivery that was accepted, and the jobs it led to.
create table holdfast.deliveries (
    source      text        not null check (length(source) between 1 and 200),
    delivery_id text        not null check (length(delivery_id) between 1 and 200),
    job_ids     bigint[]    not null default '{}',
    received_at timestamptz not null default clock_timestamp(),
    primary key (source, delivery_id)
);
create index deliveries_received on holdfast.deliveries (received_at);

-- How two payloads of one unique key become one: objects are merged, anything else is replaced by the newer.
create function holdfast.fold(p_older jsonb, p_newer jsonb) returns jsonb
    language sql immutable
    return case
        when p_newer is null then p_older
        when jsonb_typeof(p_older) = 'object' and jsonb_typeof(p_newer) = 'object' then p_older || p_newer
        else p_newer
    end;

-- One hint per queue. A hint may be missing: polling is the truth.
create function holdfast.wake(p_queues text[]) returns void
    language sql volatile as $$
    select pg_notify('holdfast', 'due ' || queue) from (select distinct unnest(p_queues) as queue) q;
$$;

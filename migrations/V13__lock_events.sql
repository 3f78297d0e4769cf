-- The ledger: what became of every claim of a lock, wherever the lock is kept, as the workers told it. Rows of one
-- token are one hold.
--
-- Times are by this database's clock. A worker measures an event's age on its own monotonic clock and asks this
-- database for the time just before it writes; so the true moment lies between at and at + slack, and no two workers'
-- clocks are compared with each other.
create table holdfast.lock_events (
    recorded_at    timestamptz not null default clock_timestamp(),
    what           text        not null,
    namespace      text,
    name           text,
    session_id     bigint,
    job_id         bigint,
    kind           text,
    store          text,
    defers         boolean,
    token          uuid,
    fence          bigint,
    at             timestamptz not null,
    began_at       timestamptz,
    believed_until timestamptz,
    slack          interval    not null default interval '0',
    detail         text        not null default '',
    rate           int         not null default 1,
    events         bigint,

    constraint lock_events_what check (what in ('GRANTED', 'RELEASED', 'UNCONFIRMED', 'LOST', 'STOLEN', 'SESSION_ENDED',
        'TAKEN', 'CONTENDED', 'UNKNOWN', 'UNGUARDED', 'RENEWAL_FAILED', 'REFUSED', 'DROPPED', 'COMPLETE')),
    constraint lock_events_key check ((namespace is null) = (name is null)),
    constraint lock_events_rate check (rate >= 1),
    constraint lock_events_dropped check ((what = 'DROPPED') = (events is not null))
) with (autovacuum_vacuum_scale_factor = 0.05);

create index lock_events_recorded on holdfast.lock_events (recorded_at);
create index lock_events_of_key on holdfast.lock_events (namespace, name, recorded_at) where namespace is not null;

-- What this database itself ends is written with it. A ledger that cannot be written must never keep a dead session
-- from being ended, nor a lock from being taken.
create function holdfast.ledger_steal() returns trigger
    language plpgsql as $$
begin
    insert into holdfast.lock_events (what, namespace, name, session_id, job_id, store, token, fence, at, detail)
    values ('STOLEN', new.namespace, new.name, new.victim_session, new.victim_job, 'postgres', new.victim_token,
        new.victim_fence, clock_timestamp(), 'stolen by ' || new.stolen_by || ' because ' || new.reason);
    return null;
exception when others then
    raise warning 'the steal of %/% is not in the ledger: %', new.namespace, new.name, sqlerrm;
    return null;
end $$;

create trigger lock_steals_to_ledger after insert on holdfast.lock_steals
    for each row execute function holdfast.ledger_steal();

create function holdfast.ledger_session_end() returns trigger
    language plpgsql as $$
begin
    insert into holdfast.lock_events (what, namespace, name, session_id, job_id, store, token, fence, at, detail)
    select 'SESSION_ENDED', namespace, name, session_id, job_id, 'postgres', token, fence, clock_timestamp(),
           'session ' || new.id || ' ended: ' || case when new.halting_at is null then 'its worker stopped beating'
                else 'its worker halted and left a last will' end
      from holdfast.locks where session_id = new.id;
    return null;
exception when others then
    raise warning 'the end of session % is not in the ledger: %', new.id, sqlerrm;
    return null;
end $$;

create trigger sessions_to_ledger after update of ended_at on holdfast.sessions
    for each row when (old.ended_at is null and new.ended_at is not null)
    execute function holdfast.ledger_session_end();

-- Removes what is older, at most p_most rows, so that no call takes long; answers how many.
create function holdfast.prune_ledger(p_age interval, p_most int) returns int
    language plpgsql as $$
declare
    v_rows int;
begin
    delete from holdfast.lock_events where ctid = any (array(
        select ctid from holdfast.lock_events where recorded_at < clock_timestamp() - p_age
         order by recorded_at limit p_most for update skip locked));
    get diagnostics v_rows = row_count;
    return v_rows;
end $$;

-- One row per worker process. The id is the identity; host, pid and instance are for people.
create table holdfast.sessions (
    id               bigint generated always as identity primary key,
    instance         text        not null,
    host             text        not null,
    pid              bigint      not null,
    process_started  text        not null,
    version          text        not null,
    kinds            text[]      not null,
    ttl_ms           bigint      not null check (ttl_ms > 0),
    kill_deadline_ms bigint      not null check (kill_deadline_ms >= 0),
    beat             bigint      not null default 0 check (beat >= 0),
    attention        bigint      not null default 0 check (attention >= 0),
    halting_at       timestamptz,
    started_at       timestamptz not null default clock_timestamp(),
    ended_at         timestamptz
) with (fillfactor = 50);

-- Not beside the beat: a heartbeat stays a HOT update.
create index sessions_live on holdfast.sessions (id) where ended_at is null;

-- Key of the advisory lock that a session's heartbeat connection holds. It is evidence of life, never of ownership.
create function holdfast.session_key(p_session bigint) returns bigint
    language sql immutable
    return (1212958788::bigint << 32) | p_session;

create function holdfast.is_connected(p_session bigint) returns boolean
    language sql stable
    return exists (
        select 1
          from pg_locks
         where locktype = 'advisory'
           and objsubid = 1
           and granted
           and database = (select oid from pg_database where datname = current_database())
           and (classid::bigint << 32) | objid::bigint = holdfast.session_key(p_session));

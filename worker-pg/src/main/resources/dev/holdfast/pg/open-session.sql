-- The advisory lock stays with this connection: it is what peers look at.
with opened as (
    insert into holdfast.sessions (instance, host, pid, process_started, version, kinds, ttl_ms, kill_deadline_ms,
                                  alone)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)
    returning id)
select id, pg_advisory_lock(holdfast.session_key(id)) from opened

-- The timeline changes when a standby takes over.
update holdfast.sessions
   set beat = beat + 1
 where id = ? and ended_at is null
returning attention, left(pg_walfile_name(pg_current_wal_lsn()), 8)

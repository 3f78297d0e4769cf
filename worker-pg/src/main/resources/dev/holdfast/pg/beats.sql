select id, beat, ttl_ms, case when halting_at is null then false else not holdfast.is_connected(id) end as halting
  from holdfast.sessions
 where ended_at is null
 order by id

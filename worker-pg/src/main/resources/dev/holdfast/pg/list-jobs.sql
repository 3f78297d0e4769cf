select *
  from ((select j.id, j.round, j.queue, j.kind, j.priority, l.state, j.payload::text as payload, j.unique_key,
                j.attempts, j.failures, j.interruptions, j.contentions, j.crashes, j.max_attempts, j.note,
                j.enqueued_at, j.run_at, null::timestamptz as ended_at,
                'session ' || s.id || ' (' || s.instance || '@' || s.host || ')' as holder
           from holdfast.jobs j
          cross join lateral (select case when j.session_id is not null then 'RUNNING'
                                          when j.run_at > now() and j.ticket is not null then 'PARKED'
                                          when j.run_at > now() then 'SCHEDULED'
                                          else 'READY' end as state) l
           left join holdfast.sessions s on s.id = j.session_id
          where cast(:live as boolean)
            and (cast(:queue as text) is null or j.queue = :queue)
            and (cast(:kind as text) is null or j.kind = :kind)
            and (cast(:state as text) is null or l.state = :state)
          order by j.id desc
          limit :limit)
         union all
        (select h.id, h.round, h.queue, h.kind, h.priority, h.state, h.payload::text, h.unique_key,
                h.attempts, h.failures, h.interruptions, h.contentions, h.crashes, h.max_attempts, h.note,
                h.enqueued_at, h.run_at, h.ended_at, null
           from holdfast.job_history h
          where cast(:finished as boolean)
            and (cast(:queue as text) is null or h.queue = :queue)
            and (cast(:kind as text) is null or h.kind = :kind)
            and (cast(:state as text) is null or h.state = :state)
          order by h.id desc, h.round desc
          limit :limit)) shown
 order by id desc, round desc
 limit :limit

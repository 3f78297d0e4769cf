select *
  from ((select j.id, j.round, j.queue, j.kind, j.priority,
                case when j.session_id is not null then 'RUNNING'
                     when j.run_at > now() and j.ticket is not null then 'PARKED'
                     when j.run_at > now() then 'SCHEDULED'
                     else 'READY' end as state,
                j.payload::text as payload, j.unique_key,
                j.attempts, j.failures, j.interruptions, j.contentions, j.crashes, j.max_attempts, j.note,
                j.enqueued_at, j.run_at, null::timestamptz as ended_at,
                'session ' || s.id || ' (' || s.instance || '@' || s.host || ')' as holder
           from holdfast.jobs j
           left join holdfast.sessions s on s.id = j.session_id
          where j.id = :id)
         union all
        (select h.id, h.round, h.queue, h.kind, h.priority, h.state, h.payload::text, h.unique_key,
                h.attempts, h.failures, h.interruptions, h.contentions, h.crashes, h.max_attempts, h.note,
                h.enqueued_at, h.run_at, h.ended_at, null
           from holdfast.job_history h
          where h.id = :id
          order by h.round desc
          limit 1)) shown
 order by round desc
 limit 1

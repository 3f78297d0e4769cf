select namespace, name, holdfast.describe(session_id, job_id) as holder, fence, since, revoked_reason
  from holdfast.locks
 where token is not null
 order by namespace, name
 limit :limit

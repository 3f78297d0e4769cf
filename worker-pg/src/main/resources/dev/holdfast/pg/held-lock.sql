select namespace, name, holdfast.describe(session_id, job_id) as holder, fence, since, revoked_reason
  from holdfast.locks
 where namespace = :namespace and name = :name and token is not null

select h.*, s.ended_at as session_ended
  from holds h
  left join holdfast.sessions s on s.id = h.session_id
 order by coalesce(begun, ended, let_go) desc nulls last, fence desc
 limit :limit

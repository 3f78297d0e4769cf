select j.id, j.lease_no, j.cancel_reason
  from holdfast.leases l
 cross join unnest(l.ids) u (id)
  join holdfast.jobs j on j.id = u.id and j.session_id = l.session_id and j.lease_no = l.lease_no
 where l.session_id = ?
 order by j.id

select j.id, j.lease_no, j.cancel_reason
  from holdfast.leases l
 cross join unnest(l.ids) u (id)
 cross join lateral (
       select * from holdfast.jobs x
        where x.id = u.id and x.session_id = l.session_id and x.lease_no = l.lease_no
       offset 0) j
 where l.session_id = ?
 order by j.id

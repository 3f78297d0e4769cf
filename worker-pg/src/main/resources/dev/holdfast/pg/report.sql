update holdfast.jobs j
   set note = p.note
  from unnest(?::bigint[], ?::int[], ?::text[]) p (id, lease_no, note)
 where j.id = any (?::bigint[]) and j.id = p.id and j.lease_no = p.lease_no and j.session_id = ? and j.note <> p.note

insert into holdfast.lock_events (what, namespace, name, session_id, job_id, kind, store, defers, token, fence, at,
       began_at, believed_until, slack, detail, rate, events)
select what, namespace, name, session_id, job_id, kind, store, defers::boolean, token, fence,
       t.now - at * interval '1 microsecond', t.now - began * interval '1 microsecond',
       t.now - believed * interval '1 microsecond', slack * interval '1 microsecond', detail, rate, events
  from (select timestamptz 'epoch' + ? * interval '1 microsecond' as now) t
 cross join unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       e (what, namespace, name, session_id, job_id, kind, store, defers, token, fence, at, began, believed, slack,
          detail, rate, events)

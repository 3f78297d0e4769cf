-- Looks first and locks then: somebody who only asks must not be in the way of the one whose turn it is.
select case when p.token = h.token
              or not coalesce(h.until between clock_timestamp() and clock_timestamp() + p.lease, false)
             and not h.due_at between clock_timestamp() and clock_timestamp() + p.period
            then holdfast.hold_housekeeping(p.token, p.who, p.lease, p.period)
            else false end
  from holdfast.housekeeping h,
       (select ?::uuid as token, ?::text as who, ? * interval '1 ms' as lease, ? * interval '1 ms' as period) p

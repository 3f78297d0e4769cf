-- Under an old snapshot that is held open the rows of batches that are long done cannot be cleaned. Counting down a batch
-- walked over all of its session's, with every settlement.

-- Counts down the batches of jobs that were settled, one entry a job, and forgets those of which none is left. One batch
-- after the other, so that each is found by its whole key whatever the statistics say; a settlement has few of them.
create or replace function holdfast.count_down(p_session bigint, p_leases int[]) returns void
    language plpgsql
    set enable_seqscan = off set enable_bitmapscan = off as $$
declare
    v_batch record;
    v_left  int;
begin
    for v_batch in
        select u.lease_no, count(*)::int as jobs from unnest(p_leases) u (lease_no) group by u.lease_no order by u.lease_no
    loop
        update holdfast.leases set unsettled = unsettled - v_batch.jobs
         where session_id = p_session and lease_no = v_batch.lease_no and unsettled is not null
        returning unsettled into v_left;
        if found and v_left = 0 then
            delete from holdfast.leases where session_id = p_session and lease_no = v_batch.lease_no;
        end if;
    end loop;
end $$;

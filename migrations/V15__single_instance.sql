-- What tells the locks of this queue's workers from those of others, where a lock store is shared.
create table holdfast.deployment (
    one boolean primary key default true check (one),
    id  uuid    not null default gen_random_uuid()
);
insert into holdfast.deployment default values;

-- A deployment that is declared single-instance: a session that says so lives beside no other.
alter table holdfast.sessions add column alone boolean not null default false;

-- In a trigger, so that it also holds for a release that knows nothing of it. Whoever declares it waits for sessions that
-- are being opened, and they for it; the look comes after the wait, and sees what was committed meanwhile.
create function holdfast.check_alone() returns trigger
    language plpgsql as $$
declare
    v_other holdfast.sessions;
begin
    if new.alone then
        perform pg_advisory_xact_lock(1212958788, 1);
    else
        perform pg_advisory_xact_lock_shared(1212958788, 1);
    end if;
    select * into v_other
      from holdfast.sessions
     where ended_at is null and (new.alone or alone)
     order by id
     limit 1;
    if found then
        raise exception using
            errcode = 'HF001',
            message = 'session ' || v_other.id || ' is live, and one of the two is to be alone',
            detail = v_other.id || ' ' || v_other.ttl_ms || ' ' || v_other.instance || '@' || v_other.host;
    end if;
    return new;
end $$;

create trigger alone before insert on holdfast.sessions
    for each row execute function holdfast.check_alone();

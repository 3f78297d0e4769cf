select coalesce(array_agg(c.relname::text order by c.relname), '{}')
  from pg_class c
 where c.relnamespace = 'holdfast'::regnamespace
   and c.relkind in ('r', 'p')
   and c.relname <> 'schema_history'
   and not (has_table_privilege(c.oid, 'select') and has_table_privilege(c.oid, 'insert')
            and has_table_privilege(c.oid, 'update') and has_table_privilege(c.oid, 'delete'))

-- one row per watch and product of the batch, as it stands now
insert into watch_states (watch_id, scope, is_crossed, base_minor, last_minor, last_at)
select
  value ->> 'watch_id', value ->> 'scope', value ->> 'is_crossed', value ->> 'base_minor', value ->> 'last_minor',
  value ->> 'last_at'
from json_each($states)
where exists (select 1 from watches where watches.id = value ->> 'watch_id')
on conflict (watch_id, scope) do update
set is_crossed = excluded.is_crossed, base_minor = excluded.base_minor, last_minor = excluded.last_minor, last_at = excluded.last_at

-- one row per watch and product of the batch, as it stands now
insert into watch_states (watch_id, scope, is_crossed, base_minor, last_minor, last_at)
select watch_id, scope, is_crossed, base_minor, last_minor, last_at
from json_to_recordset($states::json) as states (
  watch_id text, scope text, is_crossed bigint, base_minor bigint, last_minor bigint, last_at bigint
)
where exists (select 1 from watches where watches.id = states.watch_id)
on conflict (watch_id, scope) do update
set is_crossed = excluded.is_crossed, base_minor = excluded.base_minor, last_minor = excluded.last_minor, last_at = excluded.last_at

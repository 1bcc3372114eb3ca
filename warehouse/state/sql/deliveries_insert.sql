-- one row per event and watch of the batch; what is there already is left as it is
insert into deliveries (id, watch_id, event_id, endpoint, body, state, next_attempt_ms, created_ms)
select
  value ->> 'id', value ->> 'watch_id', value ->> 'event_id', value ->> 'endpoint', value ->> 'body', 'pending',
  cast($now_ms as integer), cast($now_ms as integer)
from json_each($deliveries)
where exists (select 1 from watches where watches.id = value ->> 'watch_id')
on conflict (watch_id, event_id) do nothing

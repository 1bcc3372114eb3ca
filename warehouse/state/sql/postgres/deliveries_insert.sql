-- one row per event and watch of the batch; what is there already is left as it is
insert into deliveries (id, watch_id, event_id, endpoint, body, state, next_attempt_ms, created_ms)
select
  delivery ->> 'id', delivery ->> 'watch_id', delivery ->> 'event_id', delivery ->> 'endpoint', delivery ->> 'body',
  'pending', $now_ms::bigint, $now_ms::bigint
from json_array_elements($deliveries::json) as deliveries (delivery)
where exists (select 1 from watches where watches.id = delivery ->> 'watch_id')
on conflict (watch_id, event_id) do nothing

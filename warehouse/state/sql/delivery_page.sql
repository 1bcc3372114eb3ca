-- one row per delivery of a watch behind the place `created_ms`, `id`, newest first
select id, watch_id, event_id, endpoint, state, attempts, next_attempt_ms, created_ms, ended_ms
from deliveries
where watch_id = $watch_id and (created_ms, id) < ($created_ms, $id) and (cast($state as text) is null or state = $state)
order by created_ms desc, id desc
limit $most

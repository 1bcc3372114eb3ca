-- one row per delivery to an endpoint that does not answer, from before its ladder would have ended: a dead letter
update deliveries
set state = 'dead', ended_ms = $now_ms
where endpoint = $endpoint and state = 'pending' and created_ms <= $oldest_ms and lease_until_ms <= $now_ms

-- one row per delivery to an endpoint that is due and that nobody is at: taken until the lease is over
update deliveries
set lease = $lease, lease_until_ms = $lease_until_ms
where id in (
  select id
  from deliveries
  where endpoint = $endpoint and state = 'pending' and next_attempt_ms <= $now_ms and lease_until_ms <= $now_ms
  order by next_attempt_ms, id
  limit $most
)

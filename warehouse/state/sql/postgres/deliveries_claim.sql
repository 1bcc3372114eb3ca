-- one row per delivery to an endpoint that is due and that nobody is at: taken until the lease is over;
-- a retry only when it was due before `retries_before_ms`
update deliveries
set lease = $lease, lease_until_ms = $lease_until_ms
where id in (
  select id
  from deliveries
  where endpoint = $endpoint and state = 'pending' and next_attempt_ms <= $now_ms and lease_until_ms <= $now_ms
    and (attempts = 0 or next_attempt_ms <= $retries_before_ms)
  order by next_attempt_ms, id
  limit $most
  for update skip locked
)

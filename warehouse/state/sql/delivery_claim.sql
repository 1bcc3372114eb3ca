-- one row: the delivery, if it is due and nobody is at it, taken until the lease is over
update deliveries
set lease = $lease, lease_until_ms = $lease_until_ms
where id = $id and state = 'pending' and next_attempt_ms <= $now_ms and lease_until_ms <= $now_ms

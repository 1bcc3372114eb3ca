-- one row per delivery: one that was attempted, unless another process has delivered it meanwhile
update deliveries
set
  state = $state::text, attempts = attempts + 1, next_attempt_ms = $next_attempt_ms, lease = null, lease_until_ms = 0,
  ended_ms = $ended_ms::bigint
where id = $id and ((state = 'pending' and lease = $lease) or (state in ('pending', 'held') and $state::text = 'delivered'))

-- one row per dead or delivered delivery of a watch (one of them, or all dead ones): due now, with a ladder of its own
update deliveries
set state = 'pending', attempts = 0, next_attempt_ms = $now_ms, created_ms = $now_ms, ended_ms = null, lease = null, lease_until_ms = 0
where watch_id = $watch_id
  and (id = $id or (cast($id as text) is null and state = 'dead'))
  and state in ('dead', 'delivered')

-- one row per delivery of a lease, with what its watch signs by
select
  deliveries.id, deliveries.watch_id, deliveries.event_id, deliveries.endpoint, deliveries.body, deliveries.attempts,
  watches.callback_url, watches.secret, watches.previous_secret, watches.previous_secret_until
from deliveries
join watches on watches.id = deliveries.watch_id
where deliveries.lease = $lease
order by deliveries.next_attempt_ms, deliveries.id

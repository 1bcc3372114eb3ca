-- one row per endpoint that something is due for and nobody is at; a retry counts only when it was due before `retries_before_ms`
select endpoint
from (select distinct endpoint from deliveries where state = 'pending') as endpoints
where exists (
  select 1
  from deliveries
  where deliveries.endpoint = endpoints.endpoint
    and deliveries.state = 'pending'
    and deliveries.next_attempt_ms <= $now_ms
    and deliveries.lease_until_ms <= $now_ms
    and (deliveries.attempts = 0 or deliveries.next_attempt_ms <= $retries_before_ms)
)
order by endpoint

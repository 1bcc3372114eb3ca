-- one row per endpoint that something waits for: since when it is due
select endpoint, min(next_attempt_ms) as next_ms
from deliveries
where state = 'pending'
group by endpoint

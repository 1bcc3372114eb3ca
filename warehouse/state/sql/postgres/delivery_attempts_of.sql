-- one row per attempt of these deliveries, in order
select delivery_id, attempt_no, at, duration_ms, status, error, answer
from delivery_attempts
where delivery_id in (select json_array_elements_text($deliveries::json))
order by delivery_id, attempt_no

-- one row per attempt of a delivery: the new one, the next in number
insert into delivery_attempts (delivery_id, attempt_no, at, duration_ms, status, error, answer)
select $id, coalesce(max(attempt_no), 0) + 1, $at, cast($duration_ms as bigint), cast($status as bigint), $error, $answer
from delivery_attempts
where delivery_id = $id

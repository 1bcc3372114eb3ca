-- one row per attempt of a delivery: the new one, the next in number
insert into delivery_attempts (delivery_id, attempt_no, at, duration_ms, status, error, answer)
select
  $id::text, coalesce(max(attempt_no), 0) + 1, $at::text, $duration_ms::bigint, $status::bigint, $error::text, $answer::text
from delivery_attempts
where delivery_id = $id

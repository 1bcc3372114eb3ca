-- one row per Idempotency-Key in use: the one claimed with this token
update idempotency
set status = $status, body = $body, expires_at_ms = $expires_at_ms
where token = $token

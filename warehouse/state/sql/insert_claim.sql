-- one row per Idempotency-Key in use: the new one
insert into idempotency (owner, operation, idempotency_key, fingerprint, token, expires_at_ms)
values ($owner, $operation, $idempotency_key, $fingerprint, $token, $expires_at_ms)

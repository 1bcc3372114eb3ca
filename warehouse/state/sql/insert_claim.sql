-- one row per Idempotency-Key in use: the new one, or none where it is in use already
insert into idempotency (owner, operation, idempotency_key, fingerprint, token, expires_at_ms)
values ($owner, $operation, $idempotency_key, $fingerprint, $token, $expires_at_ms)
on conflict (owner, operation, idempotency_key) do nothing

-- one row per Idempotency-Key in use: none or one
select fingerprint, status, body
from idempotency
where owner = $owner and operation = $operation and idempotency_key = $idempotency_key

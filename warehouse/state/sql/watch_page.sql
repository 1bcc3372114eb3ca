-- one row per watch of an owner behind the place `created_at`, `id`, oldest first
select
  id, owner, target_kind, target, target_seller, condition, value_minor, percent, callback_url, status, disabled_reason,
  event_parts, created_at, expires_at
from watches
where owner = $owner and (created_at, id) > ($created_at, $id)
order by created_at, id
limit $most

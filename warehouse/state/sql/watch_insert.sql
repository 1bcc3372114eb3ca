-- one row per watch: the new one, unless events of a later snapshot than it looked at are in the log already
insert into watches (
  id, owner, target_kind, target, target_seller, condition, value_minor, percent, callback_url, status,
  event_parts, created_at, expires_at, secret
)
select
  cast($id as text), cast($owner as text), cast($target_kind as text), cast($target as text), cast($target_seller as text),
  cast($condition as text), cast($value_minor as bigint),
  cast($percent as double precision), cast($callback_url as text), 'active', $event_parts, cast($created_at as text),
  cast($expires_at as text), cast($secret as text)
from event_log_mark
where parts <= $event_parts

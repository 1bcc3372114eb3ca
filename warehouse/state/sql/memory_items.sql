-- one row per fact of these numbers that has not expired
select item_no, id, text, constraints, metadata, created_at, expires_at
from memory_items
where namespace_no = $namespace_no and item_no in (select value from json_each($items)) and (expires_at is null or expires_at > $now)

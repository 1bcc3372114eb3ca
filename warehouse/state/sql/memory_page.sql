-- one row per fact of a namespace behind `after` that has not expired, oldest first
select item_no, id, text, constraints, metadata, created_at, expires_at
from memory_items
where namespace_no = $namespace_no and item_no > $after and (expires_at is null or expires_at > $now)
order by item_no
limit $most

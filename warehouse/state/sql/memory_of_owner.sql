-- one row: a fact of an owner, none where it has expired
select memory_items.namespace_no, memory_items.item_no, memory_items.text, memory_items.constraints, memory_items.model
from memory_items
join memory_namespaces on memory_namespaces.namespace_no = memory_items.namespace_no
where memory_items.id = $id and memory_namespaces.owner = $owner
  and (memory_items.expires_at is null or memory_items.expires_at > $now)

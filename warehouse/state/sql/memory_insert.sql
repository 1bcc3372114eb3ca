-- one row per fact: the new one
insert into memory_items (id, namespace_no, item_no, text, constraints, metadata, created_at, expires_at, model)
values ($id, $namespace_no, $item_no, $text, $constraints, $metadata, $created_at, $expires_at, $model)

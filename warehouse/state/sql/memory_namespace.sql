-- one row: the namespace of an owner, made where there is none, with a number for one more fact
insert into memory_namespaces (owner, name, items, next_item_no)
values ($owner, $namespace, 1, 1)
on conflict (owner, name) do update
set items = memory_namespaces.items + 1, next_item_no = memory_namespaces.next_item_no + 1
returning namespace_no, next_item_no - 1 as item_no

-- one row per edge with the smallest label that its group or its variant knows
create or replace temp table group_edges_next as
with by_group as (
  select group_key, min(label) as label from group_edges group by group_key
),

by_variant as (
  select group_edges.variant_key, min(by_group.label) as label
  from group_edges
  join by_group using (group_key)
  group by group_edges.variant_key
)

select group_edges.group_key, group_edges.variant_key, by_variant.label
from group_edges
join by_variant using (variant_key)

-- one row per variant and item group or family that ties it to other variants
-- A group of more than 200 variants is a seller's default value, not a product.
create or replace temp table group_edges as
with edges as (
  select distinct group_key, variant_key from matched where group_key is not null
  union all
  select family_key, variant_key from family_edges
),

tying as (
  select group_key from edges group by group_key having count(*) between 2 and 200
)

select edges.group_key, edges.variant_key, edges.variant_key as label
from edges
semi join tying on edges.group_key = tying.group_key

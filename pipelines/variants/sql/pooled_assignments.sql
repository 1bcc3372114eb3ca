-- one row per listing: its place, with its variant's on the axes of its product and the pool it is in
create or replace temp table assignments_pooled as
select assignments.*, pooled_variants.pool_key, pooled_variants.axes
from assignments
left join pooled_variants on pooled_variants.variant_key = assignments.variant_key

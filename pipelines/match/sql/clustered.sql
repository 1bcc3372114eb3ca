-- one row per listing with the cluster of variants that is its product
create or replace temp view clustered as
with labels as (
  select distinct variant_key, label from group_edges
)

select matched.*, coalesce(labels.label, matched.variant_key) as cluster_key
from matched
left join labels using (variant_key)

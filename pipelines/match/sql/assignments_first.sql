-- one row per listing of a first snapshot: its variant and product; numbers follow the keys, so they are the same again
create or replace temp table assignments as
select
  clustered.* exclude (cluster_key, group_key),
  (row_number() over (order by listing_key) - 1)::integer as listing_no,
  cluster_key as product_key
from clustered

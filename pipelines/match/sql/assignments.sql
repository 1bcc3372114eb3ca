-- one row per listing: its variant and product, by which method and how sure; numbers are given once and kept
create or replace temp table assignments as
with numbered as (
  select
    clustered.*,
    assignments_before.listing_no,
    row_number() over (partition by assignments_before.listing_no is null order by clustered.listing_key) as fresh_no
  from clustered
  left join assignments_before using (listing_key)
),

used as (
  select coalesce(max(listing_no) + 1, 0) as next_no from assignments_before
)

select
  numbered.* exclude (cluster_key, group_key, family_key, place_key, row_no, listing_no, fresh_no),
  coalesce(numbered.listing_no, used.next_no + numbered.fresh_no - 1)::integer as listing_no,
  cluster_products.product_key
from numbered
join cluster_products using (cluster_key)
cross join used

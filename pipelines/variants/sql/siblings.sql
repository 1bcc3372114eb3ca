-- one row per listing of a product that has several variants
create or replace temp table siblings as
with several as (
  select product_key
  from assignments
  group by product_key
  having min(variant_key) <> max(variant_key)
)

select
  assignments.listing_key,
  assignments.feed_no,
  assignments.variant_key,
  assignments.product_key,
  assignments.gtin_key,
  assignments.is_live,
  identities.content_hash
from assignments
semi join several on several.product_key = assignments.product_key
join identities on identities.listing_key = assignments.listing_key and identities.feed_no = assignments.feed_no

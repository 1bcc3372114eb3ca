-- one row per category that a live product is in: its naming listing's, or else that of its first listing that has one
with named as (
  select products.product_key, placements.node as category
  from products
  join assignments on assignments.listing_no = products.naming_listing_no
  join placements
    on placements.listing_key = assignments.listing_key and placements.feed_no = assignments.feed_no
  where products.live_listings > 0
),

lent as (
  select named.product_key, arg_min(placements.node, assignments.listing_no) as category
  from named
  join assignments on assignments.product_key = named.product_key
  join placements
    on placements.listing_key = assignments.listing_key and placements.feed_no = assignments.feed_no
  where named.category is null and placements.node is not null
  group by named.product_key
),

placed as (
  select category from named where category is not null
  union all
  select category from lent
)

select category, count(*)::integer as products
from placed
group by category

-- one row per product: the listing that names it and its counts
-- The primary variant is one with a GTIN, then the one with most live listings; in it a live listing names the
-- product, a brand's own before a retailer's before a marketplace seller's, then in the order of the configuration. The
-- key decides the rest, so that the
-- choice does not depend on when a listing came.
create or replace temp table products as
with variants as (
  select
    assignments.product_key,
    assignments.variant_key,
    arg_min(
      listing_no,
      ((case when is_live then 0 else 1 end)::ubigint << 63) | (seller_ranks.rank::ubigint << 44) | (listing_key >> 20)
    ) as naming_listing_no,
    count(*) as listings,
    count(*) filter (is_live) as live_listings,
    count(gtin_key) > 0 as has_gtin
  from assignments
  join seller_ranks using (feed_no)
  group by assignments.product_key, assignments.variant_key
)

select
  product_key,
  (row_number() over (order by product_key) - 1)::integer as product_no,
  arg_min(
    naming_listing_no,
    ((case when has_gtin then 0 else 1 end)::ubigint << 63)
    | ((1000 - least(live_listings, 1000))::ubigint << 52)
    | (variant_key >> 12)
  )::integer as naming_listing_no,
  count(*)::integer as variants,
  sum(listings)::integer as listings,
  sum(live_listings)::integer as live_listings
from variants
group by product_key

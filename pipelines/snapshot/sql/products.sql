-- one row per product: the listing that names it and its counts
-- The primary variant is the one most feeds carry; within it a brand's own listing, then a live one, names the product.
create or replace temp table products as
with placed as (
  select
    assignments.listing_key,
    assignments.listing_no,
    assignments.variant_key,
    assignments.product_key,
    identities.gtin_key is not null and not assignments.gtin_conflict as has_gtin,
    seller_ranks.seller_no,
    seller_ranks.rank,
    live.listing_key is not null as is_live
  from assignments
  join identities using (listing_key)
  join seller_ranks on seller_ranks.feed_no = assignments.feed_no
  left join live_listings as live on live.listing_key = assignments.listing_key
),

variants as (
  select
    product_key,
    variant_key,
    arg_min(listing_no, (case when is_live then 0 else 1 end) * 1000000000000000 + rank * 1000000000000 + listing_no) as naming_listing_no,
    count(*) as listings,
    count(*) filter (is_live) as live_listings,
    bool_or(has_gtin) as has_gtin
  from placed
  group by product_key, variant_key
),

sellers as (
  select product_key, count(*) as sellers
  from (select distinct product_key, seller_no from placed where is_live)
  group by product_key
)

select
  variants.product_key,
  (row_number() over (order by variants.product_key) - 1)::integer as product_no,
  arg_min(
    variants.naming_listing_no,
    (case when has_gtin then 0 else 1 end) * 4000000000000000 - least(live_listings, 1000) * 2000000000000 + naming_listing_no
  )::integer as naming_listing_no,
  count(*)::integer as variants,
  sum(listings)::integer as listings,
  sum(live_listings)::integer as live_listings,
  any_value(coalesce(sellers.sellers, 0))::integer as sellers
from variants
left join sellers using (product_key)
group by variants.product_key

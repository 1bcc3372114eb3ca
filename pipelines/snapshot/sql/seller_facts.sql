-- one row per feed: how many live listings it has, how many with a valid GTIN, and its seller's products
with by_feed as (
  select feed_no, count(*) as listings, count(*) filter (has_gtin) as listings_with_gtin
  from assignments
  where is_live
  group by feed_no
),

by_seller as (
  select seller_no, count(*) as products
  from (
    select distinct seller_ranks.seller_no, assignments.product_key
    from assignments
    join seller_ranks using (feed_no)
    where assignments.is_live
  )
  group by seller_no
)

select
  seller_ranks.feed_no::integer as feed_no,
  coalesce(by_feed.listings, 0)::integer as listings,
  coalesce(by_feed.listings_with_gtin, 0)::integer as listings_with_gtin,
  coalesce(by_seller.products, 0)::integer as products
from seller_ranks
left join by_feed using (feed_no)
left join by_seller using (seller_no)

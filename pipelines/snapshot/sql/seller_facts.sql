-- one row per feed: how many live listings it has, how many with a valid GTIN, and its seller's products
with live as (
  select assignments.feed_no, assignments.product_key, identities.gtin_key is not null as has_gtin
  from assignments
  join identities using (listing_key)
  join live_listings using (listing_key)
),

by_feed as (
  select feed_no, count(*) as listings, count(*) filter (has_gtin) as listings_with_gtin
  from live
  group by feed_no
),

by_seller as (
  select seller_ranks.seller_no, count(*) as products
  from (
    select distinct seller_ranks.seller_no, live.product_key
    from live
    join seller_ranks using (feed_no)
  ) as carried
  join (select distinct seller_no from seller_ranks) as seller_ranks using (seller_no)
  group by seller_ranks.seller_no
)

select
  seller_ranks.feed_no::integer as feed_no,
  coalesce(by_feed.listings, 0)::integer as listings,
  coalesce(by_feed.listings_with_gtin, 0)::integer as listings_with_gtin,
  coalesce(by_seller.products, 0)::integer as products
from seller_ranks
left join by_feed using (feed_no)
left join by_seller using (seller_no)

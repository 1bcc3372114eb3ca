-- one row per pair of sellers to learn from, the one with the most shared GTINs first; without shared GTINs the largest
with carried as (
  select feed_names.seller, identities.gtin_key, count(*) as listings
  from identities
  join feed_names using (feed_no)
  anti join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
  group by all
),

sizes as (
  select seller, sum(listings)::bigint as listings from carried group by seller
),

shared as (
  select one.seller as left_seller, other.seller as right_seller, count(*) as gtins
  from carried as one
  join carried as other on one.gtin_key = other.gtin_key and one.seller < other.seller
  group by all
)

select
  one.seller as left_seller,
  other.seller as right_seller,
  coalesce(shared.gtins, 0) as gtins,
  least(one.listings, other.listings) as listings
from sizes as one
join sizes as other on one.seller < other.seller
left join shared on shared.left_seller = one.seller and shared.right_seller = other.seller
order by gtins desc, listings desc, left_seller, right_seller
limit $pairs

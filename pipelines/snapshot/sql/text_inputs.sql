-- one row: a digest of all that the text index is made of, in any order
select
  count(*)::varchar as listings,
  coalesce(sum(hash(
    identities.listing_key,
    identities.content_hash,
    placements.node,
    assignments.listing_no,
    products.product_no,
    assignments.listing_no = products.naming_listing_no
  )::hugeint), 0)::varchar as total
from assignments
join identities on identities.listing_key = assignments.listing_key and identities.feed_no = assignments.feed_no
join products on products.product_key = assignments.product_key
left join placements
  on placements.listing_key = identities.listing_key and placements.feed_no = identities.feed_no

-- one row: a digest of all that the facets are made of, in any order
select
  count(*)::varchar as listings,
  coalesce(sum(hash(
    identities.listing_key,
    identities.content_hash,
    assignments.listing_no,
    assignments.variant_key,
    assignments.confidence,
    products.product_no
  )::hugeint), 0)::varchar as total
from assignments
join identities on identities.listing_key = assignments.listing_key and identities.feed_no = assignments.feed_no
join products on products.product_key = assignments.product_key

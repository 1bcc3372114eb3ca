-- one row per listing, those of a product together: its number, variant, seller, how sure its match is, what it says, and
-- what amounts it states
select
  products.product_no,
  assignments.listing_no,
  assignments.variant_key::varchar as variant,
  assignments.feed_no,
  round(assignments.confidence::double * 10000) / 10000 as confidence,
  coalesce(readings.readings, '[]') as readings,
  coalesce(readings.amounts, '[]') as amounts
from assignments
join products on products.product_key = assignments.product_key
left join readings on readings.listing_key = assignments.listing_key and readings.feed_no = assignments.feed_no
order by products.product_no, assignments.listing_no

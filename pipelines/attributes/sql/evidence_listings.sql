-- one row per listing of the variants that are compared, those of a variant together: its feed, its brand, its declared
-- attributes and what is read of it, both as JSON
select
  assignments.variant_key::varchar as variant_key,
  assignments.feed_no::integer as feed_no,
  identities.brand_key::varchar as brand,
  coalesce(catalogue_rows.attributes, '{}') as attributes,
  coalesce(readings.readings, '[]') as readings
from assignments
join identities on identities.listing_key = assignments.listing_key and identities.feed_no = assignments.feed_no
join catalogue_rows
  on catalogue_rows.listing_key = assignments.listing_key and catalogue_rows.feed_no = assignments.feed_no
left join readings on readings.listing_key = assignments.listing_key and readings.feed_no = assignments.feed_no
where hash(assignments.variant_key) % $stride = 0
order by assignments.variant_key, assignments.listing_key

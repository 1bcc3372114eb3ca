-- one row per listing of the slice: every field that a document may hold (warehouse/listing_fields.ts). A place without
-- a history is that of a listing seen once: its row is its history
create or replace temp view slice_listings as
select
  places.* exclude (history),
  slice_rows.* exclude (listing_key, feed_no, last_seen) replace (placements.node as category),
  -- epoch seconds of its last appearance, for a listing that its feed no longer carries
  case when slice_rows.gone_since is not null then floor(epoch(slice_rows.last_seen))::bigint end as last_seen,
  coalesce(
    places.history,
    concat('[[', floor(epoch(slice_rows.last_seen))::bigint, ',', slice_rows.price_minor, ',', coalesce(slice_rows.landed_minor::varchar, 'null'), ',"', slice_rows.availability, '"]]')
  ) as history,
  readings.readings
from slice_rows
join slice_places as places
  on slice_rows.listing_key = places.listing_key and slice_rows.feed_no = places.feed_no
left join readings
  on slice_rows.listing_key = readings.listing_key and slice_rows.feed_no = readings.feed_no
left join placements
  on slice_rows.listing_key = placements.listing_key and slice_rows.feed_no = placements.feed_no

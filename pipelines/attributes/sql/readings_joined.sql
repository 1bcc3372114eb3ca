-- one row per listing: its readings, those that still stand and the new ones
select readings_before.*
from readings_before
semi join catalogue_rows
  on catalogue_rows.listing_key = readings_before.listing_key
  and catalogue_rows.feed_no = readings_before.feed_no
  and catalogue_rows.content_hash = readings_before.content_hash
union all by name
select *
from readings_new

-- one row per listing whose content the earlier readings do not know, as tasks.ts reads it
select
  catalogue_rows.listing_key::varchar as listing_key,
  catalogue_rows.feed_no::varchar as feed_no,
  catalogue_rows.content_hash::varchar as content_hash,
  title,
  attributes,
  left(description, $description_letters) as description,
  mpn,
  condition
from catalogue_rows
anti join readings_before
  on catalogue_rows.listing_key = readings_before.listing_key
  and catalogue_rows.feed_no = readings_before.feed_no
  and catalogue_rows.content_hash = readings_before.content_hash

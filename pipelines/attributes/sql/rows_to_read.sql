-- one row per listing whose content is not read yet, as reading_task.ts reads it
select
  catalogue_rows.listing_key::varchar as listing_key,
  catalogue_rows.feed_no::varchar as feed_no,
  catalogue_rows.content_hash::varchar as content_hash,
  title,
  attributes,
  left(description, $description_letters) as description,
  mpn,
  condition,
  feed_columns.columns
from catalogue_rows
anti join readings_before
  on catalogue_rows.listing_key = readings_before.listing_key
  and catalogue_rows.feed_no = readings_before.feed_no
  and catalogue_rows.content_hash = readings_before.content_hash
anti join readings_new
  on catalogue_rows.listing_key = readings_new.listing_key
  and catalogue_rows.feed_no = readings_new.feed_no
  and catalogue_rows.content_hash = readings_new.content_hash
left join feed_columns on feed_columns.feed_no = catalogue_rows.feed_no

-- one row per sibling whose traits the snapshot before does not know: what it says of itself, as JSON
create or replace temp table traits_new as
select
  siblings.listing_key,
  siblings.content_hash,
  read_traits(
    rows.title, coalesce(rows.attributes, ''), coalesce(rows.description, ''), coalesce(feed_columns.columns, '')
  ) as traits
from siblings
anti join traits_kept
  on traits_kept.listing_key = siblings.listing_key and traits_kept.content_hash = siblings.content_hash
join (select listing_key, feed_no, title, attributes, description from catalogue_rows) as rows
  on rows.listing_key = siblings.listing_key and rows.feed_no = siblings.feed_no
left join feed_columns on feed_columns.feed_no = siblings.feed_no

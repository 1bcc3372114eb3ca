-- one row per sibling whose traits stand as the snapshot before has them
create or replace temp view traits_kept as
select traits_before.*
from traits_before
semi join (from siblings anti join reread_feeds using (feed_no)) as unmoved
  on unmoved.listing_key = traits_before.listing_key and unmoved.content_hash = traits_before.content_hash

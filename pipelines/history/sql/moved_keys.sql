-- one row per listing that a feed took up anew in this publication while another feed of its seller has spoken of it,
-- before or now
create or replace temp table moved_keys as
select distinct arrivals.listing_key
from arrivals
join (
  select listing_key, feed_no from new_changes
  union all
  select listing_key, feed_no from standing_changes
) as others
  on others.listing_key = arrivals.listing_key and others.feed_no <> arrivals.feed_no

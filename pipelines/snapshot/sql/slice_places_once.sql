-- one row per listing of the slice of a first snapshot in which every listing was seen once: its place alone
create or replace temp view slice_places as
select assignments.*, null::varchar as history
from assignments
join slice_feeds on assignments.feed_no = slice_feeds.feed_no
where assignments.listing_key % slice_feeds.shares = slice_feeds.share

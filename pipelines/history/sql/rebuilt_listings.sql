-- one row per listing whose change points are made anew, because its feed is folded again
insert into rebuilt_keys
select distinct earlier_changes.listing_key
from earlier_changes
join rebuilt_feeds
  on rebuilt_feeds.feed_no = earlier_changes.feed_no and earlier_changes.from_at >= rebuilt_feeds.since

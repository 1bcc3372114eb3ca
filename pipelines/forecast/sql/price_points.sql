-- one row per change point of a listing of the feeds `forecast_feeds`, in order of time: the day it fell on and the price
-- from then on; 0 where nothing could be bought, or in another currency than its last one
select
  assignments.feed_no::integer as feed_no,
  assignments.listing_no::integer as listing_no,
  floor(epoch(changes.from_at) / 86400)::integer as day,
  case
    when changes.availability in ('out_of_stock', 'discontinued', 'gone') then 0
    when changes.currency <> last_value(changes.currency) over (
      partition by changes.listing_key order by changes.from_at
      rows between unbounded preceding and unbounded following
    ) then 0
    else changes.price_minor
  end::double as price_minor
from all_changes as changes
join assignments on assignments.listing_key = changes.listing_key
join forecast_feeds on assignments.feed_no = forecast_feeds.feed_no
where assignments.listing_key % forecast_feeds.shares = forecast_feeds.share
order by assignments.feed_no, assignments.listing_no, changes.from_at

-- one row per listing of the feeds `forecast_feeds`: numbers of the category that it is placed at and of its brand, the
-- same for the same one; -1 where it has none
with groups as (
  select
    assignments.listing_no::integer as listing_no,
    placements.node,
    identities.brand_key
  from assignments
  join forecast_feeds on assignments.feed_no = forecast_feeds.feed_no
  left join placements
    on placements.listing_key = assignments.listing_key and placements.feed_no = assignments.feed_no
  left join identities
    on identities.listing_key = assignments.listing_key and identities.feed_no = assignments.feed_no
  where assignments.listing_key % forecast_feeds.shares = forecast_feeds.share
)

select
  listing_no,
  (case when node is null then -1 else dense_rank() over (order by node) end)::integer as category,
  (case when brand_key is null then -1 else dense_rank() over (order by brand_key) end)::integer as brand
from groups

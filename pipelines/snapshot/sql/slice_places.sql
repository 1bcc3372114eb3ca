-- one row per listing of the slice that needs a document: its place and its whole history, oldest first
create or replace temp table slice_places as
with placed as (
  select assignments.*
  from assignments
  semi join touched on assignments.listing_key = touched.listing_key
  join slice_feeds on assignments.feed_no = slice_feeds.feed_no
  where assignments.listing_key % slice_feeds.shares = slice_feeds.share
),

points as (
  select
    changes.listing_key,
    changes.from_at,
    concat('[', epoch(changes.from_at)::bigint, ',', changes.price_minor, ',', coalesce(changes.landed_minor::varchar, 'null'), ',"', changes.availability, '"]') as point
  from all_changes as changes
  semi join placed on changes.listing_key = placed.listing_key
),

histories as (
  select points.listing_key, points.point as history
  from points
  anti join long_histories on points.listing_key = long_histories.listing_key
  union all
  select points.listing_key, string_agg(points.point, ',' order by points.from_at)
  from points
  semi join long_histories on points.listing_key = long_histories.listing_key
  group by points.listing_key
)

select placed.*, concat('[', histories.history, ']') as history
from placed
join histories on histories.listing_key = placed.listing_key

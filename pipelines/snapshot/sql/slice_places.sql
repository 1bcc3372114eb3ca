-- one row per listing of the slice that needs a document: its place and its whole history, oldest first. Points name
-- their currency where there is more than one
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
    long_histories.listing_key is not null as is_long,
    concat(
      '[', floor(epoch(changes.from_at))::bigint, ',', changes.price_minor, ',', coalesce(changes.landed_minor::varchar, 'null'), ',"', changes.availability, '"',
      case when long_histories.mixed then ',"' || changes.currency || '"' end, ']'
    ) as point
  from all_changes as changes
  semi join placed on changes.listing_key = placed.listing_key
  left join long_histories on changes.listing_key = long_histories.listing_key
),

histories as (
  select listing_key, point as history from points where not is_long
  union all
  select listing_key, string_agg(point, ',' order by from_at)
  from points
  where is_long
  group by listing_key
)

select placed.*, concat('[', histories.history, ']') as history
from placed
join histories on histories.listing_key = placed.listing_key

-- one row per change point of the listings in moved_keys, earlier and new: whether it stands in the listing's one
-- series, the point before it there, and whether it is `kept`, for a new one that says the same as that is none
-- From its arrival at a feed on, that feed alone speaks of a listing, until it loses it. A feed that loses a listing
-- within an interval before another one takes it up has passed it on, and says nothing of it by that.
create or replace temp table moved_points as
with points as (
  select *, true as is_new from new_changes
  union all by name
  select *, false as is_new from standing_changes
),

mine as (
  select points.* from points semi join moved_keys using (listing_key)
),

came as (
  select arrivals.*, shared_feeds.interval_minutes
  from arrivals
  semi join moved_keys using (listing_key)
  join shared_feeds using (feed_no)
),

tenures as (
  select
    came.listing_key,
    came.feed_no,
    came.came_at,
    came.interval_minutes,
    coalesce(min(gone.from_at), 'infinity'::timestamp) as until
  from came
  left join mine as gone
    on gone.listing_key = came.listing_key and gone.feed_no = came.feed_no
    and gone.is_new and gone.availability = 'gone' and gone.from_at > came.came_at
  group by came.listing_key, came.feed_no, came.came_at, came.interval_minutes
),

-- since when the feed of a point has the listing; null: since before
held as (
  select
    mine.listing_key,
    mine.feed_no,
    mine.from_at,
    mine.is_new,
    mine.is_new and mine.availability = 'gone' as leaves,
    shared_feeds.interval_minutes,
    max(own.came_at) as since
  from mine
  join shared_feeds on shared_feeds.feed_no = mine.feed_no
  left join came as own
    on own.listing_key = mine.listing_key and own.feed_no = mine.feed_no and own.came_at <= mine.from_at
  group by all
),

overruled as (
  select distinct held.listing_key, held.feed_no, held.from_at, held.is_new
  from held
  join tenures as other on other.listing_key = held.listing_key and other.feed_no <> held.feed_no
  where (
      other.came_at <= held.from_at and held.from_at < other.until
      and (held.since is null or other.came_at > held.since or (other.came_at = held.since and other.feed_no > held.feed_no))
    )
    or (
      held.leaves
      and other.came_at > held.from_at
      and other.came_at <= held.from_at + to_minutes(greatest(other.interval_minutes, held.interval_minutes))
    )
),

standing as (
  select mine.*
  from mine
  anti join overruled using (listing_key, feed_no, from_at, is_new)
  qualify row_number() over (partition by mine.listing_key, mine.from_at order by mine.is_new desc, mine.feed_no desc) = 1
),

followed as (
  select
    *,
    lag(feed_no) over series as feed_before,
    lag(currency) over series as currency_before,
    lag(price_minor) over series as price_before,
    lag(landed_minor) over series as landed_before,
    lag(availability) over series as availability_before
  from standing
  window series as (partition by listing_key order by from_at)
)

select
  mine.*,
  followed.listing_key is not null as stands,
  stands
    and not coalesce(
      mine.is_new
      and followed.currency_before = mine.currency
      and followed.price_before = mine.price_minor
      and followed.landed_before is not distinct from mine.landed_minor
      and followed.availability_before = mine.availability,
      false
    ) as kept,
  followed.feed_before,
  followed.currency_before,
  followed.price_before,
  followed.availability_before
from mine
left join followed using (listing_key, feed_no, from_at, is_new)

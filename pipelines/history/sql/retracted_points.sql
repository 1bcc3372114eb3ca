-- one row per listing that the run of $feed_no at $at moved: what it said, and how the listing had stood before it
create or replace temp table retracted_points as
with said as (
  select * from stored_changes where feed_no = $feed_no and from_at = $at
),

earlier as (
  select stored_changes.listing_key, arg_max(stored_changes, stored_changes.from_at) as state
  from stored_changes
  semi join said using (listing_key)
  where stored_changes.from_at < $at
  group by stored_changes.listing_key
)

select
  said.*,
  earlier.state is not null as was_known,
  earlier.state.from_at as earlier_at,
  earlier.state.currency as earlier_currency,
  earlier.state.price_minor as earlier_price_minor,
  earlier.state.landed_minor as earlier_landed_minor,
  earlier.state.availability as earlier_availability
from said
left join earlier using (listing_key)

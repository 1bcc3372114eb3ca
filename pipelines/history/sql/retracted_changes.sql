-- one row per change point as they stand without the run whose points are retracted_points: what it said goes, and the
-- next run of its feed, at $next, says what it left as it found it, and nothing that was so before
create or replace temp table changes_retracted as
with next_points as (
  select stored_changes.* from stored_changes semi join retracted_points using (listing_key) where from_at = $next
),

idle as (
  select next_points.listing_key, next_points.from_at
  from next_points
  join retracted_points using (listing_key)
  where case
    when retracted_points.was_known
      then next_points.availability = earlier_availability
        and (
          next_points.availability = 'gone'
          or (
            next_points.currency is not distinct from earlier_currency
            and next_points.price_minor = earlier_price_minor
            and next_points.landed_minor is not distinct from earlier_landed_minor
          )
        )
    else next_points.availability = 'gone'
  end
)

select stored_changes.*
from stored_changes
anti join retracted_points
  on retracted_points.listing_key = stored_changes.listing_key
    and retracted_points.from_at = stored_changes.from_at
    and retracted_points.feed_no = stored_changes.feed_no
anti join idle on idle.listing_key = stored_changes.listing_key and idle.from_at = stored_changes.from_at
union all by name
select feed_no, listing_key, $next::timestamp as from_at, currency, price_minor, landed_minor, availability
from retracted_points
anti join next_points using (listing_key)
where $next is not null

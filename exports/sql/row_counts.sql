-- one row: how many rows every dataset has without filters
with carried as (
  select
    count(*) as products,
    coalesce(sum(variants), 0)::bigint as variants,
    coalesce(sum(live_listings), 0)::bigint as offers,
    coalesce(sum(listings), 0)::bigint as listings
  from products
),

points as (
  select count(*) as observations from changes semi join assignments on assignments.listing_key = changes.listing_key
),

happened as (
  select count(*) as events from events
)

select *
from carried
cross join points
cross join happened

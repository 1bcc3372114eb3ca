-- one row per transition of a listing that makes an event
insert into transitions
with moved as (
  select wave_difference.*, wave_runs.as_of as happened_at
  from wave_difference
  join wave_runs using (feed_no)
  where not wave_runs.silent
)

select
  feed_no, listing_key, happened_at,
  case when vanished then 'removed' else 'added' end,
  currency, price_before, price_after, availability_before, availability_after
from moved
where vanished or appeared
union all
select feed_no, listing_key, happened_at, 'price', currency, price_before, price_after, availability_before, availability_after
from moved
where not vanished and not appeared and price_before <> price_after
union all
select
  feed_no, listing_key, happened_at, 'availability', currency, price_before, price_after, availability_before, availability_after
from moved
where not vanished and not appeared and availability_before <> availability_after

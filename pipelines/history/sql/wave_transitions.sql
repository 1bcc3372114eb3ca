-- one row per transition of a listing that makes an event; of a listing that only one of the runs has, one price and
-- one availability are null, so it comes or goes and does nothing else
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
  currency_before, currency_after, price_before, price_after, availability_before, availability_after
from moved
where vanished or appeared
union all
select feed_no, listing_key, happened_at, 'price', currency_before, currency_after, price_before, price_after, availability_before, availability_after
from moved
where price_before <> price_after or currency_before <> currency_after
union all
select
  feed_no, listing_key, happened_at, 'availability', currency_before, currency_after, price_before, price_after, availability_before, availability_after
from moved
where availability_before <> availability_after

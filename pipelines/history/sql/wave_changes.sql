-- one row per change point that this wave adds
insert into new_changes
select
  wave_difference.feed_no,
  wave_difference.listing_key,
  wave_runs.as_of,
  coalesce(currency_after, currency_before),
  coalesce(price_after, price_before),
  case when vanished then landed_before else landed_after end,
  case when vanished then 'gone' else availability_after end
from wave_difference
join wave_runs using (feed_no)

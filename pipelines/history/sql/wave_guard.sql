-- one row per feed of the wave whose new run differs from its earlier one: how far it strays from it
with before_rows as (
  select feed_no, count(*) as listings_before from wave_before group by feed_no
)

select
  feed_no,
  before_rows.listings_before,
  count(*) filter (vanished) as vanished,
  -- of a listing that only one of the runs has, one price is null, so it counts for neither
  -- and amounts of two currencies compare with nothing
  count(*) filter (price_after > price_before * 3 and currency_after = currency_before) as far_up,
  count(*) filter (price_after * 3 < price_before and currency_after = currency_before) as far_down
from wave_difference
join before_rows using (feed_no)
group by feed_no, before_rows.listings_before

-- one row per feed of the wave that has an earlier run: how far the new run strays from it
with before_rows as (
  select feed_no, count(*) as listings_before from wave_before group by feed_no
),

differences as (
  select
    feed_no,
    count(*) filter (vanished) as vanished,
    count(*) filter (not vanished and not appeared and price_after > price_before * 3) as far_up,
    count(*) filter (not vanished and not appeared and price_after * 3 < price_before) as far_down
  from wave_difference
  group by feed_no
)

select
  before_rows.feed_no,
  before_rows.listings_before,
  coalesce(differences.vanished, 0) as vanished,
  coalesce(differences.far_up, 0) as far_up,
  coalesce(differences.far_down, 0) as far_down
from before_rows
left join differences using (feed_no)

-- one row per feed of the wave that was read before: how its new run differs from its last accepted one
with before_rows as (
  select feed_no, count(*) as listings_before from wave_before group by feed_no
),

after_rows as (
  select feed_no, count(*) as listings from wave_after group by feed_no
),

-- of a listing that only one of the runs has, one price is null, and amounts of two currencies compare with nothing
priced as (
  select
    *,
    case
      when price_after <> price_before and currency_after = currency_before then ln(price_after / price_before)
    end as moved
  from wave_difference
),

moves as (
  select
    feed_no,
    count(*) filter (vanished) as vanished,
    count(*) filter (appeared) as appeared,
    count(moved) as changed,
    count(*) filter (moved is not null and (price_after * 2 > price_before * 3 or price_after * 3 < price_before * 2)) as leapt,
    count(*) filter (moved is not null and (price_after > price_before * 3 or price_after * 3 < price_before)) as far,
    count(*) filter (moved > 0.05) as up,
    count(*) filter (moved < -0.05) as down,
    median(moved) as middle
  from priced
  group by feed_no
),

-- where most prices kept still, these are the middle
centred as (
  select moves.*, case when 2 * changed > listings_before - vanished then middle else 0 end as centre
  from moves
  join before_rows using (feed_no)
),

scattered as (
  select centred.feed_no, sum(least(abs(moved - centre), ln(10))) as distance
  from priced
  join centred using (feed_no)
  where moved is not null
  group by centred.feed_no
),

renamed as (
  select feed_no, count(*) as renamed from wave_redescribed where is_renamed group by feed_no
),

-- an article that took over a sku began a listing of its own, and ended the one before
reused as (
  select feed_no, count(*) as reused
  from generations
  join wave_runs using (feed_no)
  where generations.from_at = wave_runs.as_of
  group by feed_no
)

select
  before_rows.feed_no,
  listings_before,
  coalesce(listings, 0) as listings,
  coalesce(vanished, 0) - coalesce(reused, 0) as vanished,
  coalesce(appeared, 0) - coalesce(reused, 0) as appeared,
  coalesce(changed, 0) as changed,
  coalesce(leapt, 0) as leapt,
  coalesce(far, 0) as far,
  coalesce(up, 0) as up,
  coalesce(down, 0) as down,
  exp(middle) as median_ratio,
  coalesce((distance + (listings_before - vanished - changed) * abs(centre)) / nullif(listings_before - vanished, 0), 0) as scatter,
  greatest(coalesce(renamed, 0), coalesce(reused, 0)) as renamed
from before_rows
left join after_rows using (feed_no)
left join centred using (feed_no)
left join scattered using (feed_no)
left join renamed using (feed_no)
left join reused using (feed_no)

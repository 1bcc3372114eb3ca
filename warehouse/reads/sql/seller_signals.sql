-- one row per seller: since when it is known, and of the days from $from to $now (epoch seconds) how far its prices
-- moved, how deep its sales went, and how many of the listings it carried in them it carries no longer
with points as (
  select
    feed_names.seller,
    change_points.feed_no,
    change_points.listing_key,
    change_points.currency,
    change_points.price_minor,
    change_points.availability,
    epoch(change_points.from_at)::bigint as from_at,
    coalesce(
      lead(epoch(change_points.from_at)::bigint) over (
        partition by change_points.listing_key order by change_points.from_at
      ),
      $now
    ) as to_at
  from change_points
  join feed_names on feed_names.feed_no = change_points.feed_no
),

-- what the window holds of each; time in which nothing was seen is taken off below
stretches as (
  select * replace (greatest(from_at, $from) as from_at)
  from points
  where to_at > $from or to_at = $now
),

silences as (
  select
    stretches.listing_key,
    stretches.from_at,
    sum(greatest(0, least(stretches.to_at, gaps.to_at) - greatest(stretches.from_at, gaps.from_at))) as seconds
  from stretches
  join gaps on gaps.feed_no = stretches.feed_no and gaps.from_at < stretches.to_at and gaps.to_at > stretches.from_at
  group by all
),

held as (
  select
    stretches.seller,
    stretches.listing_key,
    stretches.price_minor,
    sum(stretches.to_at - stretches.from_at - coalesce(silences.seconds, 0)) as seconds
  from stretches
  left join silences using (listing_key, from_at)
  where stretches.currency = $currency
    and stretches.price_minor > 0
    and stretches.availability not in ('out_of_stock', 'discontinued', 'gone')
  group by all
  having seconds > 0
),

shares as (
  select
    *,
    sum(seconds) over (partition by seller, listing_key) as total,
    sum(seconds) over (partition by seller, listing_key order by price_minor) as up_to,
    ln(price_minor) - ln(first_value(price_minor) over (partition by seller, listing_key order by price_minor)) as above
  from held
),

-- the standard deviation of the logarithm of the price over time, and the depth of the lowest below the median
listings as (
  select
    seller,
    listing_key,
    any_value(total) as seconds,
    sqrt(greatest(0, sum(seconds * above * above) / any_value(total) - power(sum(seconds * above) / any_value(total), 2))) as volatility,
    1 - min(price_minor) / min(price_minor) filter (up_to * 2 >= total) as depth
  from shares
  group by all
),

priced as (
  select
    seller,
    sum(volatility * seconds) / sum(seconds) as volatility,
    count(*) as priced_listings,
    quantile_cont(depth, 0.9) as usual_sale
  from listings
  group by seller
),

-- a listing is carried while it is not gone; how it ends says whether it still is
carried as (
  select
    seller,
    count(*) filter (was_carried) as carried,
    count(*) filter (was_carried and is_gone) as delisted,
    count(*) filter (not is_gone) as listings_tracked
  from (
    select
      seller,
      listing_key,
      bool_or(availability <> 'gone' and to_at >= from_at) as was_carried,
      arg_max(availability, from_at) = 'gone' as is_gone
    from stretches
    group by all
  )
  group by seller
),

known as (
  select seller, min(from_at) as first_seen
  from points
  group by seller
)

select
  known.seller,
  known.first_seen::double as first_seen,
  coalesce(carried.carried, 0)::integer as carried,
  coalesce(carried.delisted, 0)::integer as delisted,
  coalesce(carried.listings_tracked, 0)::integer as listings_tracked,
  priced.volatility,
  coalesce(priced.priced_listings, 0)::integer as priced_listings,
  priced.usual_sale
from known
left join carried using (seller)
left join priced using (seller)
order by known.seller

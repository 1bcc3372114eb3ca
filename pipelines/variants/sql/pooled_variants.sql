-- one row per variant of a product with several: its place on the product's axes, and the pool it is in with others that
-- cost the same; null where it is alone in it
-- Variants are in one pool where all axes that bear on price are known of both and agree. A variant of which nothing is
-- known stands alone, and so do those that agree on every axis although they are told apart: by two GTINs, or by a feed
-- that lists both. What they differ in is not known.
create or replace temp table pooled_variants as
with product_axes as (
  select
    variant_axes.product_key,
    count(distinct variant_axes.key) filter (axis_prices.bears) as bearing
  from variant_axes
  join product_categories on product_categories.product_key = variant_axes.product_key
  join axis_prices on axis_prices.category = product_categories.category and axis_prices.key = variant_axes.priced_as
  group by variant_axes.product_key
),

places as (
  select
    variant_axes.product_key,
    variant_axes.variant_key,
    list_sort(list(variant_axes.key || chr(31) || variant_axes.value))::varchar as place,
    coalesce(list_sort(list(variant_axes.key || chr(31) || variant_axes.value) filter (axis_prices.bears)), []) as priced,
    to_json(list({
      'key': variant_axes.key,
      'value': variant_axes.value,
      'number': variant_axes.number,
      'unit': variant_axes.unit,
      'bears': axis_prices.bears
    } order by variant_axes.key))::varchar as axes
  from variant_axes
  join product_categories on product_categories.product_key = variant_axes.product_key
  join axis_prices on axis_prices.category = product_categories.category and axis_prices.key = variant_axes.priced_as
  group by variant_axes.product_key, variant_axes.variant_key
),

told_apart as (
  select product_key, place
  from (
    select places.product_key, places.place, siblings.feed_no, siblings.variant_key, siblings.gtin_key
    from siblings
    join places on places.product_key = siblings.product_key and places.variant_key = siblings.variant_key
  )
  group by product_key, place
  having min(gtin_key) <> max(gtin_key)
    or count(distinct (feed_no, variant_key)) > count(distinct feed_no)
),

pools as (
  select
    places.product_key,
    places.variant_key,
    hash(places.product_key, places.priced) as pool_key
  from places
  join product_axes on product_axes.product_key = places.product_key and product_axes.bearing = len(places.priced)
  anti join told_apart on told_apart.product_key = places.product_key and told_apart.place = places.place
)

select places.variant_key, places.axes, pools.pool_key
from places
left join (from pools qualify count(*) over (partition by product_key, pool_key) > 1) as pools
  on pools.product_key = places.product_key and pools.variant_key = places.variant_key

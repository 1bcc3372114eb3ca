-- one row per variant and axis of its product: where it stands there, and as which axis prices are learned of it: sizes
-- that are amounts (`32 oz`) of one product are no sizes of clothes
-- A product's axes are what its variants differ in. Some things are always axes of their own, others only where a feed
-- declares them; of all else only what these leave open, since a weight that goes with the size tells nothing more.
create or replace temp table variant_axes as
with differing as (
  select
    product_key,
    key,
    list_contains(from_json($main_axes, '["VARCHAR"]'), key)
    or (bool_or(declared) and list_contains(from_json($declared_axes, '["VARCHAR"]'), key)) as is_main
  from variant_values
  group by product_key, key
  having min(value) <> max(value)
),

main_places as (
  select
    siblings.product_key,
    siblings.variant_key,
    coalesce(list_sort(list(differing.key || chr(31) || variant_values.value) filter (differing.is_main)), [])::varchar as place
  from (select distinct product_key, variant_key from siblings) as siblings
  left join variant_values
    on variant_values.product_key = siblings.product_key and variant_values.variant_key = siblings.variant_key
  left join differing on differing.product_key = variant_values.product_key and differing.key = variant_values.key
  group by siblings.product_key, siblings.variant_key
),

telling as (
  select distinct product_key, key
  from (
    select variant_values.product_key, variant_values.key, main_places.place
    from variant_values
    join differing
      on differing.product_key = variant_values.product_key and differing.key = variant_values.key and not differing.is_main
    join main_places
      on main_places.product_key = variant_values.product_key and main_places.variant_key = variant_values.variant_key
    group by variant_values.product_key, variant_values.key, main_places.place
    having min(variant_values.value) <> max(variant_values.value)
  )
),

axes as (
  select product_key, key from differing where is_main
  union all
  select product_key, key from telling
)

select
  variant_values.* exclude (declared),
  case
    when bool_or(variant_values.key = 'general.size' and amount_in(variant_values.value) is not null)
      over (partition by variant_values.product_key, variant_values.key)
      then 'general.size_amount'
    else variant_values.key
  end as priced_as
from variant_values
join axes on axes.product_key = variant_values.product_key and axes.key = variant_values.key

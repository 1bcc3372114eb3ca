-- one row per variant and thing that its listings say of it: the value that they are surest of together
create or replace temp table variant_values as
with said as (
  select
    siblings.product_key,
    siblings.variant_key,
    unnest(from_json(
      traits.traits,
      '[{"key": "VARCHAR", "value": "VARCHAR", "number": "DOUBLE", "unit": "VARCHAR", "declared": "BOOLEAN", "confidence": "DOUBLE"}]'
    ), max_depth := 2)
  from siblings
  join traits on traits.listing_key = siblings.listing_key and traits.content_hash = siblings.content_hash
),

weighed as (
  select product_key, variant_key, key, value, number, unit, bool_or(declared) as declared, sum(confidence) as weight
  from said
  group by product_key, variant_key, key, value, number, unit
),

settled as (
  select
    product_key,
    variant_key,
    key,
    arg_max({'value': value, 'number': number, 'unit': unit, 'declared': declared}, (weight, value)) as best
  from weighed
  group by product_key, variant_key, key
  having max(weight) >= $least_weight
)

select product_key, variant_key, key, best.value as value, best.number as number, best.unit as unit, best.declared as declared
from settled

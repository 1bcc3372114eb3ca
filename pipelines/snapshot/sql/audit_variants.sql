-- one row: variants with two valid GTINs, and variants in two products
with variants as (
  select
    min(gtin_key) <> max(gtin_key) as two_gtins,
    min(product_key) <> max(product_key) as two_products
  from assignments
  group by variant_key
)

select
  count(*) filter (two_gtins)::integer as one_gtin_per_variant,
  count(*) filter (two_products)::integer as one_product_per_variant
from variants

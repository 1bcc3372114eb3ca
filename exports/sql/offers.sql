-- one row per offer that stands: a live listing as it was last observed
-- What is equal in both ids (most variants are products of their own) is spelled out once: ids are the dearest columns.
with placed as (
  select *, lower(lpad(to_hex(variant_key), 16, '0')) as variant_digits
  from placed_rows
  where gone_since is null
),

spelled as (
  select
    * exclude (variant_digits),
    id64('off_', listing_key) as id,
    case when product_key = variant_key then 'prd_' || variant_digits else id64('prd_', product_key) end as product_id,
    'var_' || variant_digits as variant_id,
    last_seen as observed_at
  from placed
)

select * from spelled

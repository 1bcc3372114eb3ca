-- one row per key that leads to a product; readers group them, so they need not be sorted
-- An id of a product or variant that is also one of something in another product leads there by its alias only.
-- What a listing says of itself (link, part number, ASIN, in-store code) leads somewhere only while all who say it agree.
with placed as materialized (
  select
    assignments.listing_key,
    assignments.variant_key,
    assignments.product_key,
    products.product_no,
    identities.mpn_key,
    identities.link_key,
    identities.asin_key,
    identities.code_key
  from assignments
  join products using (product_key)
  join identities on identities.listing_key = assignments.listing_key
),

variants as (
  select variant_key as key, any_value(product_no) as product_no
  from placed
  where variant_key <> listing_key
  group by variant_key
),

shared_variants as (
  select variants.* from variants join placed on placed.listing_key = variants.key and placed.product_no <> variants.product_no
),

inner_keys as (
  select listing_key as key, product_no from placed
  union all
  select key, product_no from variants anti join shared_variants using (key)
),

product_ids as (
  select product_key as key, any_value(product_no) as product_no
  from placed
  where product_key <> listing_key and product_key <> variant_key
  group by product_key
),

shared_products as (
  select distinct product_ids.*
  from product_ids
  join inner_keys on inner_keys.key = product_ids.key and inner_keys.product_no <> product_ids.product_no
),

ours as (
  select key, product_no from inner_keys
  union all
  select alias_key('variant', key), product_no from shared_variants
  union all
  select alias_key('product', key), product_no from shared_products
  union all
  select key, product_no from product_ids anti join shared_products using (key)
  union all
  select old_key, any_value(product_no)
  from (
    select redirects.old_key, placed.product_no
    from redirects
    join placed on redirects.new_key = placed.product_key
    union all
    select redirects.old_key, placed.product_no
    from redirects
    join placed on redirects.new_key = placed.variant_key
  )
  group by old_key
),

said as (
  select mpn_key as key, product_no from placed where mpn_key is not null
  union all
  select link_key, product_no from placed where link_key is not null
  union all
  select asin_key, product_no from placed where asin_key is not null
  union all
  select code_key, product_no
  from placed
  where code_key is not null and code_key not in (select listing_key from assignments)
),

claimed as (
  select key, min(product_no) as product_no
  from said
  group by key
  having min(product_no) = max(product_no)
)

select key, product_no from ours
union all
select key, product_no from claimed

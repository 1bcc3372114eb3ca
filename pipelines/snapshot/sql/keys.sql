-- one row per key that leads to a product; readers group them, so they need not be sorted
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

ours as (
  select listing_key as key, product_no from placed
  union all
  select variant_key, any_value(product_no) from placed where variant_key <> listing_key group by variant_key
  union all
  select product_key, any_value(product_no) from placed where product_key <> listing_key and product_key <> variant_key group by product_key
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

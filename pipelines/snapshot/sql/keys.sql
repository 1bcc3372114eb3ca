-- one row per key that leads to a product; readers group them, so they need not be sorted
-- What a listing says of itself (link, part number, ASIN, in-store code) leads somewhere only while all who say it agree.
with placed as (
  select assignments.listing_key, assignments.variant_key, assignments.product_key, products.product_no
  from assignments
  join products using (product_key)
),

ours as (
  select listing_key as key, product_no from placed
  union all
  select variant_key, any_value(product_no) from placed where variant_key <> listing_key group by variant_key
  union all
  select product_key, any_value(product_no) from placed where product_key <> listing_key and product_key <> variant_key group by product_key
  union all
  select redirects.old_key, any_value(placed.product_no)
  from redirects
  join placed on redirects.new_key = placed.product_key or redirects.new_key = placed.variant_key
  group by redirects.old_key
),

said as (
  select mpn_key as key, listing_key from identities where mpn_key is not null
  union all
  select link_key, listing_key from identities where link_key is not null
  union all
  select asin_key, listing_key from identities where asin_key is not null
  union all
  select code_key, listing_key
  from identities
  where code_key is not null and code_key not in (select listing_key from placed)
),

claimed as (
  select said.key, min(placed.product_no) as product_no
  from said
  join placed using (listing_key)
  group by said.key
  having min(placed.product_no) = max(placed.product_no)
)

select key, product_no from ours
union all
select key, product_no from claimed

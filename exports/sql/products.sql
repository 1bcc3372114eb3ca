-- one row per product: what its listings say, the one that names it first (warehouse/reads/product.ts assembleProduct)
with said as (
  select
    product_key,
    arg_min(brand, place) as brand,
    arg_min(category, place) as category,
    count(distinct seller) filter (gone_since is null)::integer as sellers,
    max(last_seen) as observed_at
  from members
  group by product_key
),

-- the variant of the naming listing, whose place is -1
primary_variants as (
  select product_key, title, gtin, attributes from variants where place = -1
),

spelled as (
  select
    id64('prd_', products.product_key) as product_id,
    products.product_key,
    primary_variants.gtin,
    said.brand,
    primary_variants.title,
    said.category,
    primary_variants.attributes,
    products.variants,
    said.sellers,
    products.live_listings as offers,
    products.listings,
    said.observed_at
  from products
  join said on said.product_key = products.product_key
  join primary_variants on primary_variants.product_key = products.product_key
)

select * from spelled

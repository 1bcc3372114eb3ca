-- one row per seller and brand that it carries now, spelled as most of its listings do; a listing that states none has
-- the brand that most listings of its product state
with stated as (
  select feed_names.seller, assignments.product_key, catalogue.brand
  from catalogue
  join feed_names using (feed_no)
  join assignments using (listing_key)
  where catalogue.gone_since is null
),

-- Counted before anything is put in order: of a large catalogue an ordered aggregate would hold every listing.
said as (
  select product_key, brand, count(*) as listings
  from stated
  where brand is not null and product_key in (select product_key from stated where brand is null)
  group by product_key, brand
),

most_said as (select product_key, max(listings) as listings from said group by product_key),

products as (
  select product_key, min(brand) as brand
  from said
  join most_said using (product_key, listings)
  group by product_key
),

spelled as (
  select seller, brand, count(*) as listings
  from (
    select stated.seller, coalesce(stated.brand, products.brand) as brand
    from stated
    left join products on stated.brand is null and products.product_key = stated.product_key
  )
  where brand is not null
  group by seller, brand
)

select
  seller,
  first(brand order by listings desc, brand) as brand,
  fold_text(brand) as brand_key,
  sum(listings)::integer as listings
from spelled
group by seller, brand_key
order by seller, listings desc, brand_key

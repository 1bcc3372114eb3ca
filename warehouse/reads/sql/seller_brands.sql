-- one row per seller and brand that it carries now, spelled as most of its listings do; a listing that states none has
-- the brand that most listings of its product state
with stated as (
  select feed_names.seller, assignments.product_key, catalogue.brand
  from catalogue
  join feed_names using (feed_no)
  join assignments using (listing_key)
  where catalogue.gone_since is null
),

products as (
  select product_key, mode(brand order by brand) as brand
  from stated
  where brand is not null
  group by product_key
),

branded as (
  select stated.seller, coalesce(stated.brand, products.brand) as brand
  from stated
  left join products using (product_key)
)

select
  seller,
  mode(brand order by brand) as brand,
  fold_text(brand) as brand_key,
  count(*)::integer as listings
from branded
where brand is not null
group by seller, brand_key
order by seller, listings desc, brand_key

-- one row per variant that can be bought new in the market's currency: its best offer, described by all its listings
with offered as (
  select
    variant_key,
    listing_key,
    row_number() over (
      partition by variant_key order by coalesce(landed_minor, price_minor), price_minor, listing_key
    ) as rank
  from members
  where
    gone_since is null
    and condition = 'new'
    and currency = $currency
    and availability in (select availability from purchasable)
),

best as (
  select members.* from members semi join offered on offered.listing_key = members.listing_key and offered.rank = 1
),

described as (
  select
    variant_key,
    arg_min(brand, place) as brand,
    arg_min(mpn, place) as mpn,
    arg_min(category, place) as category,
    arg_min(description, place) as description,
    arg_min(image_url, place) as image_url,
    arg_min(image_urls, place) as image_urls,
    arg_min(video_url, place) as video_url
  from members
  group by variant_key
),

spelled as (
  select
    id64('prd_', best.product_key) as group_id,
    count(*) over (partition by best.product_key)::integer as group_rows,
    case when group_rows > 1 then group_id end as told_group,
    id64('var_', best.variant_key) as id,
    id64('off_', best.listing_key) as offer_id,
    id64('prd_', best.product_key) as product_id,
    id64('var_', best.variant_key) as variant_id,
    best.product_key,
    best.seller,
    variants.title,
    coalesce(best.description, described.description) as description,
    best.url,
    coalesce(best.image_url, described.image_url) as image_url,
    coalesce(best.image_urls, described.image_urls) as image_urls,
    coalesce(best.video_url, described.video_url) as video_url,
    coalesce(described.brand, best.brand) as brand,
    variants.gtin,
    null as seller_code,
    described.mpn,
    described.category,
    null as own_category,
    best.condition,
    best.availability,
    best.currency,
    best.price_minor,
    best.list_price_minor,
    best.delivery_minor,
    variants.attributes
  from best
  join described on described.variant_key = best.variant_key
  join variants on variants.variant_key = best.variant_key and variants.product_key = best.product_key
)

select * from spelled

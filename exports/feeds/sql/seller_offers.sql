-- one row per live listing of one seller, under its own sku and group, as its feed said it
with own as (
  select *, coalesce(item_group_id, sku) as group_id
  from members
  where gone_since is null and seller = $seller and currency = $currency
),

spelled as (
  select
    group_id,
    count(*) over (partition by group_id)::integer as group_rows,
    item_group_id as told_group,
    sku as id,
    id64('off_', listing_key) as offer_id,
    id64('prd_', product_key) as product_id,
    id64('var_', variant_key) as variant_id,
    product_key,
    seller,
    title,
    description,
    url,
    image_url,
    image_urls,
    video_url,
    brand,
    gtin,
    seller_code,
    mpn,
    null as category,
    own_category,
    condition,
    availability,
    currency,
    price_minor,
    list_price_minor,
    delivery_minor,
    attributes
  from own
)

select * from spelled

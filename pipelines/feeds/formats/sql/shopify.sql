-- one row per variant of the products in a shop's products.json
-- of lines_file; storefront is the address that its pages lie under, empty
-- where it is not known
create or replace temp macro shopify_variants(lines_file, storefront) as table
with products as (
  select line, json as product, json_extract_string(json, '$.handle') as handle
  from json_lines(lines_file)
  where has_variants(json)
),

variants as (
  select line, product, handle, unnest(json_extract(product, '$.variants[*]')) as variant
  from products
)

select
  line,
  coalesce(nullif(trim(json_extract_string(variant, '$.sku')), ''), json_extract_string(variant, '$.id')) as sku,
  json_extract_string(product, '$.title')
    || case when json_extract_string(variant, '$.title') <> 'Default Title' then ' - ' || json_extract_string(variant, '$.title') else '' end as title,
  json_extract_string(product, '$.vendor') as brand,
  json_extract_string(variant, '$.barcode') as gtin,
  json_extract_string(product, '$.id') as item_group_id,
  json_extract_string(product, '$.product_type') as category,
  nullif(storefront, '') || '/products/' || handle || '?variant=' || json_extract_string(variant, '$.id') as url,
  coalesce(json_extract_string(variant, '$.featured_image.src'), json_extract_string(product, '$.images[0].src')) as image_url,
  json_extract_string(product, '$.images[*].src') as image_urls,
  json_extract_string(product, '$.body_html') as description,
  case json_extract_string(variant, '$.available') when 'true' then 'in_stock' when 'false' then 'out_of_stock' end as availability,
  -- a shop that counts, and sells on at nothing, says so below nothing
  case when json_type(variant, '$.inventory_management') = 'NULL' then null else json_extract_string(variant, '$.inventory_quantity') end as stock_quantity,
  json_extract_string(variant, '$.price') as price,
  json_extract_string(variant, '$.compare_at_price') as list_price,
  -- where an option says the same it stands last, and that counts
  nullif(
    concat_ws(
      ',',
      case when json_extract(product, '$.metafields') is not null then odd_metafields(json_extract(product, '$.metafields')::varchar) end,
      case when json_extract(variant, '$.metafields') is not null then odd_metafields(json_extract(variant, '$.metafields')::varchar) end,
      option_members(
        json_extract_string(product, '$.options[*].name'),
        [json_extract_string(variant, '$.option1'), json_extract_string(variant, '$.option2'), json_extract_string(variant, '$.option3')]
      )
    ),
    ''
  ) as members
from variants;

-- one row per variant of the products in an Agentic Commerce Protocol product feed
-- of lines_file; prices that name no currency are in given_currency
create or replace temp macro acp_variants(lines_file, given_currency) as table
with variants as (
  select line, json as product, unnest(json_extract(json, '$.variants[*]')) as variant
  from json_lines(lines_file)
  where has_variants(json)
),

-- what names no type is an image; the format has no field for a brand or part number, so they come as an option and a
-- barcode
pictured as (
  select
    *,
    list_filter(
      json_extract(variant, '$.barcodes[*]'), lambda one: coalesce(upper(one ->> '$.type') <> 'MPN', true)
    ) as codes,
    list_filter(json_extract(variant, '$.barcodes[*]'), lambda one: upper(one ->> '$.type') = 'MPN') as parts,
    list_filter(
      json_extract(variant, '$.variant_options[*]'), lambda one: coalesce(lower(one ->> '$.name') <> 'brand', true)
    ) as options,
    list_filter(json_extract(variant, '$.variant_options[*]'), lambda one: lower(one ->> '$.name') = 'brand') as brands,
    list_transform(
      list_filter(media, lambda one: lower(coalesce(one ->> '$.type', 'image')) = 'image'), lambda one: one ->> '$.url'
    ) as images,
    list_transform(list_filter(media, lambda one: lower(one ->> '$.type') = 'video'), lambda one: one ->> '$.url') as videos
  from (
    select *, list_concat(json_extract(variant, '$.media[*]'), json_extract(product, '$.media[*]')) as media
    from variants
  )
)

select
  line,
  json_extract_string(variant, '$.id') as sku,
  coalesce(json_extract_string(variant, '$.title'), json_extract_string(product, '$.title')) as title,
  coalesce(json_extract_string(variant, '$.brand'), brands[1] ->> '$.value') as brand,
  codes[1] ->> '$.value' as gtin,
  parts[1] ->> '$.value' as mpn,
  case
    when
      json_array_length(product, '$.variants') > 1
      or json_extract_string(product, '$.id') <> json_extract_string(variant, '$.id')
      then json_extract_string(product, '$.id')
  end as item_group_id,
  json_extract_string(variant, '$.categories[0].value') as category,
  coalesce(json_extract_string(variant, '$.url'), json_extract_string(product, '$.url')) as url,
  images[1] as image_url,
  images as image_urls,
  videos[1] as video_url,
  coalesce(
    json_extract_string(variant, '$.description.plain'), json_extract_string(variant, '$.description.html'),
    json_extract_string(variant, '$.description.markdown'), json_extract_string(product, '$.description.plain'),
    json_extract_string(product, '$.description.html'), json_extract_string(product, '$.description.markdown')
  ) as description,
  json_extract_string(variant, '$.condition[0]') as condition,
  coalesce(
    json_extract_string(variant, '$.availability.status'),
    case json_extract_string(variant, '$.availability.available') when 'true' then 'in_stock' when 'false' then 'out_of_stock' end
  ) as availability,
  json_extract_string(variant, '$.price.currency') as currency,
  minor_text(json_extract_string(variant, '$.price.amount'), coalesce(json_extract_string(variant, '$.price.currency'), given_currency)) as price,
  minor_text(json_extract_string(variant, '$.list_price.amount'), coalesce(json_extract_string(variant, '$.list_price.currency'), given_currency)) as list_price,
  option_members(
    list_transform(options, lambda one: one ->> '$.name'), list_transform(options, lambda one: one ->> '$.value')
  ) as members
from pictured;

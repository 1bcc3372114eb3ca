-- one row per thing found wrong with a file of a supplement: what staging found, rows whose listing base_rows has not,
-- and fields that do not count, because another supplement says them first or their amount is in another currency
with own as (
  select * from supplement_rows where place = $place
),

listed as (
  select own.*, base_rows.currency as base_currency
  from own
  join base_rows using (listing_key)
),

fields as (
  unpivot (
    select
      place,
      listing_key,
      line,
      sku,
      title::varchar as title,
      brand::varchar as brand,
      gtin::varchar as gtin,
      mpn::varchar as mpn,
      item_group_id::varchar as item_group_id,
      description::varchar as description,
      image_url::varchar as image_url,
      nullif(image_urls, [])::varchar as image_urls,
      video_url::varchar as video_url,
      availability::varchar as availability,
      price_minor::varchar as price,
      sale_price_minor::varchar as sale_price,
      list_price_minor::varchar as list_price,
      delivery_minor::varchar as delivery
    from supplement_rows
  ) on columns(* exclude (place, listing_key, line, sku))
  into name field value value
)

select severity, file, line, field, code, value, detail from supplement_problems
union all
select 'reject', $file, line, 'sku', 'missing_primary', sku, 'no listing of ' || $primary || ' has this sku'
from own
anti join base_rows using (listing_key)
union all
select 'note', $file, line, 'currency', 'currency_differs', currency, 'the listing is priced in ' || base_currency || '; the amounts of this row are left out'
from listed
where currency <> base_currency and coalesce(price_minor, sale_price_minor, list_price_minor, delivery_minor) is not null
union all
select 'note', $file, any_value(fields.line), fields.field, 'said_before', any_value(fields.value), 'the supplement ' || arg_min(supplement_names.name, earlier.place) || ', which stands before this one, says it'
from fields
join fields as earlier on earlier.listing_key = fields.listing_key and earlier.field = fields.field and earlier.place < fields.place
join supplement_names on supplement_names.place = earlier.place
semi join base_rows on base_rows.listing_key = fields.listing_key
where fields.place = $place
group by fields.listing_key, fields.field

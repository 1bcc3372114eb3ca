-- one row per listing of base_rows, in their order, with what supplement_rows say of it laid over: of several the one
-- with the lowest place, field by field. Empty fields erase nothing; an amount counts in the currency of the listing; the
-- sale that the base's own file told ends when it said so
with said as (
  select
    supplement_rows.* replace (
      case when supplement_rows.currency = base_rows.currency then supplement_rows.price_minor end as price_minor,
      case when supplement_rows.currency = base_rows.currency then supplement_rows.sale_price_minor end as sale_price_minor,
      case when supplement_rows.currency = base_rows.currency then supplement_rows.list_price_minor end as list_price_minor,
      case when supplement_rows.currency = base_rows.currency then supplement_rows.delivery_minor end as delivery_minor
    )
  from supplement_rows
  join base_rows using (listing_key)
),

chosen as (
  select
    listing_key,
    first(title order by place) filter (where title is not null) as new_title,
    first(brand order by place) filter (where brand is not null) as new_brand,
    first(gtin order by place) filter (where gtin is not null) as new_gtin,
    first(mpn order by place) filter (where mpn is not null) as new_mpn,
    first(item_group_id order by place) filter (where item_group_id is not null) as new_item_group_id,
    first(description order by place) filter (where description is not null) as new_description,
    first(image_url order by place) filter (where image_url is not null) as new_image_url,
    first(image_urls order by place) filter (where len(image_urls) > 0) as new_image_urls,
    first(video_url order by place) filter (where video_url is not null) as new_video_url,
    first(availability order by place) filter (where availability is not null) as new_availability,
    first(price_minor order by place) filter (where price_minor is not null) as new_price_minor,
    first(sale_price_minor order by place) filter (where sale_price_minor is not null) as new_sale_price_minor,
    first(sale_price_effective_date order by place) filter (where sale_price_minor is not null) as new_sale_period,
    first(list_price_minor order by place) filter (where list_price_minor is not null) as new_list_price_minor,
    first(delivery_minor order by place) filter (where delivery_minor is not null) as new_delivery_minor
  from said
  group by listing_key
),

regular as (
  select
    base_rows.*,
    chosen.* exclude (listing_key),
    coalesce(base_rows.on_sale, false) as was_on_sale,
    coalesce(
      chosen.new_price_minor,
      case when coalesce(base_rows.on_sale, false) then base_rows.list_price_minor else base_rows.price_minor end
    ) as regular_minor
  from base_rows
  left join chosen using (listing_key)
),

reduced as (
  select
    *,
    case
      when new_sale_price_minor is not null then
        case
          when new_sale_period is null
            or $as_of::timestamp between split_part(new_sale_period, '/', 1)::timestamp and split_part(new_sale_period, '/', 2)::timestamp
            then new_sale_price_minor
        end
      when was_on_sale and (sale_to is null or sale_to >= $as_of::timestamp) then price_minor
    end as reduced_minor,
    coalesce(new_list_price_minor, case when not was_on_sale then list_price_minor end) as given_list_minor
  from regular
),

sold as (
  select *, coalesce(reduced_minor < regular_minor, false) as is_reduced
  from reduced
),

priced as (
  select *, case when is_reduced then reduced_minor else regular_minor end as new_minor
  from sold
),

delivered as (
  select
    *,
    case
      when new_delivery_minor is not null then new_delivery_minor
      when delivery_minor = tier_minor(price_minor, currency, $tier_currency, $tier_cost::bigint, $tier_free_from::bigint)
        then tier_minor(new_minor, currency, $tier_currency, $tier_cost::bigint, $tier_free_from::bigint)
      else delivery_minor
    end as paid_minor
  from priced
)

select
  * exclude (
    file_row_number, new_title, new_brand, new_gtin, new_mpn, new_item_group_id, new_description, new_image_url,
    new_image_urls, new_video_url, new_availability, new_price_minor, new_sale_price_minor, new_sale_period,
    new_list_price_minor, new_delivery_minor, was_on_sale, regular_minor, reduced_minor, given_list_minor, is_reduced,
    new_minor, paid_minor
  ) replace (
    $as_of::timestamp as as_of,
    coalesce(new_title, title) as title,
    coalesce(new_brand, brand) as brand,
    coalesce(new_gtin, gtin) as gtin,
    case when new_gtin is not null then 'valid' else gtin_status end as gtin_status,
    coalesce(new_mpn, mpn) as mpn,
    coalesce(new_item_group_id, item_group_id) as item_group_id,
    coalesce(new_description, description) as description,
    coalesce(new_image_url, image_url) as image_url,
    coalesce(new_image_urls, image_urls) as image_urls,
    coalesce(new_video_url, video_url) as video_url,
    coalesce(new_availability, availability) as availability,
    new_minor as price_minor,
    case
      when is_reduced then regular_minor
      when given_list_minor > regular_minor then given_list_minor
    end as list_price_minor,
    paid_minor as delivery_minor,
    landed_minor(new_minor, paid_minor) as landed_minor,
    is_reduced as on_sale,
    case
      when coalesce(
        new_title, new_brand, new_gtin, new_mpn, new_item_group_id, new_description, new_image_url, new_video_url
      ) is null and new_image_urls is null then content_hash
      else hash(
        content_hash, new_title, new_brand, new_gtin, new_mpn, new_item_group_id, new_description, new_image_url,
        new_image_urls, new_video_url
      )
    end as content_hash
  )
from delivered
order by file_row_number

-- one row per record of a feed, taken or not, in the order of the file
with tidied as (
  select
    line,
    record,
    case when $by_as_of then instant(tidy(as_of)) else $as_of::timestamp end as as_of,
    as_of as as_of_text,
    tidy(sku) as sku,
    tidy_text(title) as title,
    real_brand(tidy_text(brand)) as brand,
    coalesce(tidy(gtin), tidy(upc_e)) as code,
    case when tidy(gtin) is null and upc_e is not null then 'upc_e' else 'gtin' end as notation,
    case when regexp_full_match(gtin, '[1-9][0-9]{7}|[0-9]{12,14}') then gtin::bigint end as number,
    upper(tidy(asin)) as asin,
    tidy(mpn) as mpn,
    tidy(item_group_id) as item_group_id,
    category,
    known_category,
    known_path,
    tidy(url) as url,
    tidy(image_url) as image_url,
    image_urls,
    tidy(video_url) as video_url,
    tidy_text(description) as description,
    condition as condition_text,
    case
      when condition is null and regexp_matches(strip_accents(lower(title)), $titled_condition)
        then coalesce(odd_titled_condition(title, coalesce(brand, ''), coalesce(gtin, '')), 'new')
      when condition is null or condition in ('new', 'New', 'NEW') then 'new'
      when condition in ('refurbished', 'used') then condition
      else odd_condition(condition)
    end as condition,
    availability as availability_text,
    case
      when availability is null then 'unknown'
      when availability in ('in_stock', 'in stock') then 'in_stock'
      when availability in ('out_of_stock', 'out of stock') then 'out_of_stock'
      when availability in ('preorder', 'backorder') then availability
      else odd_availability(availability)
    end as availability,
    tidy(stock_quantity) as stock_text,
    case when stock_quantity is not null then odd_stock(stock_quantity) end as stock_band,
    coalesce(upper(tidy(currency)), $currency) as currency,
    tidy(price) as price,
    tidy(sale_price) as sale_price,
    tidy(sale_price_effective_date) as sale_period,
    tidy(list_price) as list_price,
    tidy(delivery) as delivery,
    attributes,
    nested,
    deleted
  from raw
),

plain_read as (
  select
    *,
    case
      when number is not null then number_scan(number, code)
      when code is not null then odd_gtin(code, notation)
    end as scan,
    case when currency = $currency then plain_amount(price, $currency, $plain_price) end as plain_price,
    case when sale_period is not null then instant(split_part(sale_period, '/', 1)) end as sale_from,
    case when sale_period is not null then instant_end(split_part(sale_period, '/', 2)) end as sale_to
  from tidied
),

amounts as (
  select
    *,
    coalesce(plain_minor(plain_price, $factor), try_cast(split_part(odd_price, ' ', 1) as bigint)) as regular_minor,
    case when odd_price is null or split_part(odd_price, ' ', 2) = '-' then currency else split_part(odd_price, ' ', 2) end as price_currency
  from (
    select *, case when plain_price is null and price is not null then odd_price(price, currency, $price_reading) end as odd_price
    from plain_read
  )
),

-- an amount beside the price counts only in the price's currency
other_amounts as (
  select
    *,
    case when split_part(odd_sale_price, ' ', 2) = price_currency then try_cast(split_part(odd_sale_price, ' ', 1) as bigint) end as sale_minor,
    case when split_part(odd_list_price, ' ', 2) = price_currency then try_cast(split_part(odd_list_price, ' ', 1) as bigint) end as given_list_minor,
    try_cast(split_part(odd_delivery, ' ', 1) as bigint) as given_delivery_minor,
    -- four places of NUMBER_FORMS, four bits each; a price of zero tells nothing
    case when regular_minor = 0 then 0 else coalesce(split_part(odd_price, ' ', 3)::usmallint, plain_form(plain_price), 0) end
      + 16 * coalesce(split_part(odd_sale_price, ' ', 3)::usmallint, 0)
      + 256 * coalesce(split_part(odd_list_price, ' ', 3)::usmallint, 0)
      + 4096 * coalesce(split_part(odd_delivery, ' ', 2)::usmallint, 0) as number_forms
  from (
    select
      *,
      case when sale_price is not null then odd_price(sale_price, price_currency, $sale_price_reading) end as odd_sale_price,
      case when list_price is not null then odd_price(list_price, price_currency, $list_price_reading) end as odd_list_price,
      case when delivery is not null then odd_delivery(delivery, price_currency, $country, $delivery_reading) end as odd_delivery
    from amounts
  )
),

sold as (
  select
    *,
    coalesce(
      sale_minor > 0 and sale_minor < regular_minor
      and (sale_period is null or (as_of >= sale_from and as_of <= sale_to)),
      false
    ) as on_sale
  from other_amounts
),

priced as (
  select
    *,
    case when on_sale then sale_minor else regular_minor end as price_minor,
    case
      when on_sale then regular_minor
      when given_list_minor > regular_minor then given_list_minor
    end as list_price_minor,
    case
      when delivery is not null then given_delivery_minor
      else tier_minor(
        case when on_sale then sale_minor else regular_minor end, price_currency,
        $market_currency, $shipping_minor::bigint, $free_over_minor::bigint
      )
    end as delivery_minor
  from sold
),

judged as (
  select
    *,
    case
      when deleted is not null then problem('reject', 'deleted', 'listing_deleted', deleted, 'the row says that its listing is gone')
      when regular_minor > 0 and sku is not null and title is not null and as_of is not null then null
      when sku is null then problem('reject', 'sku', 'missing_sku', null, 'the row has no id')
      when title is null then problem('reject', 'title', 'missing_title', null, 'the row has no title')
      when price is null then problem('reject', 'price', 'missing_price', null, 'the row has no price')
      when regular_minor = 0 or starts_with(odd_price, 'price_zero ') then problem('reject', 'price', 'price_zero', price, 'a price of zero')
      when regular_minor is null then problem('reject', 'price', 'price_invalid', price, price_error(odd_price))
      when as_of is null then problem('reject', 'as_of', 'as_of_invalid', as_of_text, 'not a time')
    end as rejected_for,
    address_problem(url) as url_problem,
    address_problem(image_url) as image_problem,
    list_filter(image_urls, lambda one: address_problem(tidy(one)) is not null) as images_refused,
    address_problem(video_url) as video_problem,
    sale_period is not null and (sale_from is null or sale_to is null) as sale_period_invalid,
    coalesce(scan <= 0, false) or nested is not null or availability is null or condition is null or sale_period_invalid
      or (stock_text is not null and stock_band is null)
      or url_problem is not null or image_problem is not null or len(images_refused) > 0 or video_problem is not null
      or (sale_price is not null and sale_minor is null) or (list_price is not null and given_list_minor is null) as noted
  from priced
),

described as (
  select
    *,
    case
      when rejected_for is not null then rejected_for
      when noted then concat(
        case
          when scan > 0 or scan is null then null
          when gtin_status_of(scan) = 'checksum' then problem('note', 'gtin', 'gtin_checksum', code, expected_digit(code, notation))
          when gtin_status_of(scan) = 'malformed' then problem('note', 'gtin', 'gtin_malformed', code,
            case when regexp_full_match(code, '\d([.,]\d*)?[eE]\+?\d+')
              then 'rounded by a spreadsheet, so its last digits are lost; export the column as text' else 'not a GTIN' end)
          else problem('note', 'gtin', 'gtin_restricted', code, 'kept as the seller’s own code')
        end,
        case when availability is null then problem('note', 'availability', 'availability_unknown', availability_text, 'not a known state') end,
        case when stock_text is not null and stock_band is null then problem('note', 'stock_quantity', 'stock_quantity_invalid', stock_text, 'not a number of pieces; left out') end,
        case when condition is null then problem('note', 'condition', 'condition_unknown', condition_text, 'not a known condition; taken as new') end,
        case when sale_price is not null and sale_minor is null then problem('note', 'sale_price', 'sale_price_invalid', sale_price, 'not a price in the currency of the price') end,
        case when sale_period_invalid then
          problem('note', 'sale_price_effective_date', 'sale_period_invalid', sale_period, 'not start/end in ISO 8601; the regular price is taken')
        end,
        case when list_price is not null and given_list_minor is null then problem('note', 'list_price', 'list_price_invalid', list_price, 'not a price in the currency of the price') end,
        case when nested is not null then problem('note', nested, 'value_nested', null, 'an object or a list, not a text; a path in mapping reaches into it') end,
        case when url_problem is not null then problem('note', 'url', 'url_invalid', url, url_problem) end,
        case when image_problem is not null then problem('note', 'image_url', 'image_url_invalid', image_url, image_problem) end,
        case when len(images_refused) > 0 then
          problem('note', 'image_urls', 'image_url_invalid', images_refused[1], address_problem(tidy(images_refused[1])))
        end,
        case when video_problem is not null then problem('note', 'video_url', 'video_url_invalid', video_url, video_problem) end
      )
    end as problems
  from judged
)

select
  as_of,
  listing_key($seller, sku) as listing_key,
  sku,
  title,
  brand,
  gtin14_of(scan) as gtin,
  gtin_status_of(scan) as gtin_status,
  restricted_code_of(scan) as seller_code,
  asin,
  mpn,
  case
    when known_category is not null then known_path
    when category is not null then odd_category(category)
  end as category,
  case when url_problem is null then url end as url,
  case when image_problem is null then image_url end as image_url,
  description,
  coalesce(condition, 'new') as condition,
  coalesce(availability, 'unknown') as availability,
  price_currency as currency,
  item_group_id,
  case when video_problem is null then video_url end as video_url,
  stock_band,
  price_minor,
  list_price_minor,
  delivery_minor,
  landed_minor(price_minor, delivery_minor) as landed_minor,
  attributes,
  -- formats that list the main picture again, or one twice, say no more than those that do not
  case
    when image_urls is not null
      then nullif(
        list_filter(
          image_urls,
          lambda one, place:
            one is distinct from image_url and list_position(image_urls, one) = place
            and not list_contains(coalesce(images_refused, []), one)
        ),
        []
      )
  end as image_urls,
  xor(
    hash(
      sku, title, brand, code, asin, mpn, item_group_id, category, url, image_url, image_urls, description, condition,
      price_currency, attributes
    ),
    case when video_url is null then 0::ubigint else hash('video_url', video_url) end
  ) as content_hash,
  line,
  record,
  sale_from,
  sale_to,
  on_sale,
  rejected_for is not null as rejected,
  deleted is not null as deleted,
  number_forms::usmallint as number_forms,
  problems
from described

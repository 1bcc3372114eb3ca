-- one row per live new listing that is advertised below the least price that a brand publishes for it: since its price
-- is, or the list that says so if that came later. By its own GTIN, its variant's, or brand and part number
insert into standing
with minimums as (
  select
    gtin, mpn, brand, price_minor, currency, publisher,
    greatest(as_of, coalesce("from"::timestamp, as_of)) as holds_from
  from minimum_prices
  where coalesce("from", $today::date) <= $today::date and coalesce("to", $today::date) >= $today::date
),

offers as (
  select
    catalogue_rows.listing_key,
    catalogue_rows.gtin,
    fold_text(catalogue_rows.mpn) as mpn,
    fold_text(branded.brand) as brand_key,
    branded.brand,
    assignments.variant_key,
    catalogue_rows.price_minor,
    catalogue_rows.currency
  from catalogue_rows
  join assignments using (listing_key)
  left join branded using (listing_key)
  where catalogue_rows.gone_since is null
    and not assignments.gtin_conflict
    and coalesce(catalogue_rows.condition, 'new') = 'new'
    and catalogue_rows.availability not in ('out_of_stock', 'discontinued')
),

codes as (
  select variant_key, gtin from offers where gtin is not null group by all
),

found as (
  select offers.listing_key, coalesce(offers.brand, minimums.brand) as brand, minimums.price_minor, minimums.currency, minimums.publisher, minimums.holds_from
  from offers
  join codes on codes.variant_key = offers.variant_key
  join minimums on minimums.gtin = codes.gtin
  where offers.currency = minimums.currency and offers.price_minor < minimums.price_minor
  union all
  select offers.listing_key, offers.brand, minimums.price_minor, minimums.currency, minimums.publisher, minimums.holds_from
  from offers
  join minimums on fold_text(minimums.mpn) = offers.mpn and fold_text(minimums.brand) = offers.brand_key
  where minimums.gtin is null and offers.currency = minimums.currency and offers.price_minor < minimums.price_minor
),

-- of several that hold the one that came last
newest as (
  from found qualify row_number() over (partition by listing_key order by holds_from desc, price_minor desc) = 1
),

began as (
  select newest.listing_key, min(points.from_at) as from_at
  from newest
  join all_changes as points on points.listing_key = newest.listing_key
  where not exists (
    from all_changes as later
    where later.listing_key = points.listing_key
      and later.from_at >= points.from_at
      and (later.price_minor >= newest.price_minor or later.availability = 'gone')
  )
  group by newest.listing_key
)

select
  'minimum_price',
  newest.listing_key,
  newest.brand,
  greatest(coalesce(began.from_at, newest.holds_from), newest.holds_from),
  to_json({publisher: newest.publisher, minimum_minor: newest.price_minor, price_minor: offers.price_minor, currency: newest.currency})::varchar
from newest
join offers using (listing_key)
left join began using (listing_key)

-- one row per listing of the slice as it is served; the order is that of warehouse/document.ts. A place without a
-- history is that of a listing seen once: its row is its history
select
  places.listing_no,
  concat(
    '[',
    to_json([
      lower(to_hex(places.listing_key)),
      lower(to_hex(places.variant_key)),
      lower(to_hex(places.product_key)),
      slice_rows.sku,
      slice_rows.title,
      slice_rows.brand,
      slice_rows.gtin,
      slice_rows.mpn,
      slice_rows.category,
      slice_rows.url,
      slice_rows.image_url,
      slice_rows.condition,
      slice_rows.currency,
      slice_rows.item_group_id,
      places.method
    ]),
    ',', places.feed_no,
    ',', coalesce(slice_rows.list_price_minor::varchar, 'null'),
    ',', coalesce(slice_rows.delivery_minor::varchar, 'null'),
    ',', (places.confidence * 10000)::integer,
    ',', places.gtin_conflict,
    ',', case when slice_rows.gone_since is null then 'null' else epoch(slice_rows.last_seen)::bigint::varchar end,
    ',', coalesce(slice_rows.attributes, 'null'),
    ',', coalesce(
      places.history,
      concat('[[', epoch(slice_rows.last_seen)::bigint, ',', slice_rows.price_minor, ',', coalesce(slice_rows.landed_minor::varchar, 'null'), ',"', slice_rows.availability, '"]]')
    ),
    ']'
  ) as body
from slice_rows
join slice_places as places
  on slice_rows.listing_key = places.listing_key and slice_rows.feed_no = places.feed_no

-- one row per redescribed listing that may be another article: the title is another, brand and GTIN are not the same
with known as (
  select listing_key, max(generation) as generation from generations group by listing_key
),

earlier as (
  select listing_key, false as had_vanished, title, brand, gtin from wave_before
  union all
  select listing_key, true, title, brand, gtin from vanished
)

select
  wave_after.feed_no::integer as feed_no,
  wave_after.listing_key::varchar as listing_key,
  coalesce(known.generation, 0) as generation,
  wave_after.sku,
  earlier.title as title_before,
  earlier.brand as brand_before,
  earlier.gtin as gtin_before,
  wave_after.title as title_after,
  wave_after.brand as brand_after,
  wave_after.gtin as gtin_after
from wave_redescribed
join wave_after using (feed_no, listing_key)
join earlier using (listing_key, had_vanished)
left join known on known.listing_key = wave_after.listing_key
where earlier.title <> wave_after.title
  and not coalesce(earlier.brand = wave_after.brand, false)
  and not coalesce(earlier.gtin = wave_after.gtin, false)

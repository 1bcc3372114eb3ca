-- one row per redescribed listing that may be another article: the title is another and the GTIN not the same, nor the brand,
-- unless the article moved: its title and GTIN stand at another sku now, or what stands here stood there before
with known as (
  select listing_key, max(generation) as generation from generations group by listing_key
),

earlier as (
  select listing_key, false as had_vanished, title, brand, gtin from wave_before
  union all
  select listing_key, true, title, brand, gtin from vanished
),

retitled as (
  select
    wave_after.feed_no,
    wave_after.listing_key,
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
  where earlier.title <> wave_after.title and not coalesce(earlier.gtin = wave_after.gtin, false)
),

-- a sku that had the code all along is a second offer, and nothing moved there
moved as (
  select retitled.feed_no, retitled.listing_key
  from retitled
  join wave_after as now_at
    on now_at.feed_no = retitled.feed_no and now_at.gtin = retitled.gtin_before and now_at.title = retitled.title_before
  left join wave_before as then_at
    on then_at.feed_no = now_at.feed_no and then_at.listing_key = now_at.listing_key
  where now_at.listing_key <> retitled.listing_key and then_at.gtin is distinct from now_at.gtin
  union
  select retitled.feed_no, retitled.listing_key
  from retitled
  join wave_before as then_at
    on then_at.feed_no = retitled.feed_no and then_at.gtin = retitled.gtin_after and then_at.title = retitled.title_after
  left join wave_after as now_at
    on now_at.feed_no = then_at.feed_no and now_at.listing_key = then_at.listing_key
  where then_at.listing_key <> retitled.listing_key and now_at.gtin is distinct from then_at.gtin
)

select
  retitled.feed_no::integer as feed_no,
  retitled.listing_key::varchar as listing_key,
  coalesce(known.generation, 0) as generation,
  retitled.* exclude (feed_no, listing_key),
  moved.listing_key is not null as has_moved
from retitled
left join known on known.listing_key = retitled.listing_key
left join moved on moved.feed_no = retitled.feed_no and moved.listing_key = retitled.listing_key
where moved.listing_key is not null or not coalesce(brand_before = brand_after, false)

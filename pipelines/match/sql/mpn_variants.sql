-- one row per brand and part number that names one trade item: the variant it leads to
-- A part number on several GTINs is a family's, and one that a feed uses for several listings without GTIN is a
-- style's; neither may join listings.
create or replace temp table mpn_variants as
with with_gtin as (
  select mpn_key, min(gtin_key) as gtin_key
  from identities
  anti join gtin_conflicts on identities.listing_key = gtin_conflicts.listing_key
  where mpn_key is not null and gtin_key is not null
  group by mpn_key
  having min(gtin_key) = max(gtin_key)
),

several_gtins as (
  select mpn_key
  from identities
  where mpn_key is not null and gtin_key is not null
  group by mpn_key
  having min(gtin_key) <> max(gtin_key)
),

styles as (
  select distinct mpn_key
  from (
    select mpn_key from identities where mpn_key is not null and gtin_key is null group by mpn_key, feed_no having count(*) > 1
  )
),

without_gtin as (
  select distinct mpn_key from identities where mpn_key is not null and gtin_key is null
)

select without_gtin.mpn_key, coalesce(with_gtin.gtin_key, without_gtin.mpn_key) as variant_key
from without_gtin
left join with_gtin using (mpn_key)
where without_gtin.mpn_key not in (select mpn_key from several_gtins)
  and without_gtin.mpn_key not in (select mpn_key from styles)

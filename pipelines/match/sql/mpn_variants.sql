-- one row per brand and part number that names one trade item: the variant it leads to
-- A part number on several GTINs is a family's, and one that a feed uses for several listings without GTIN is a
-- style's; neither may join listings.
create or replace temp table mpn_variants as
with wanted as (
  select
    mpn_key,
    bit_count(bit_or(1::ubigint << (feed_no % 64)::integer)) < count(*) as may_be_style
  from identities
  where mpn_key is not null and gtin_key is null
  group by mpn_key
),

styles as (
  select distinct mpn_key
  from (
    select identities.mpn_key
    from identities
    semi join (from wanted where may_be_style) as doubtful on doubtful.mpn_key = identities.mpn_key
    where identities.gtin_key is null
    group by identities.mpn_key, identities.feed_no
    having count(*) > 1
  )
),

gtins as (
  select
    identities.mpn_key,
    min(identities.gtin_key) <> max(identities.gtin_key) as several,
    min(identities.gtin_key) filter (gtin_conflicts.listing_key is null) as gtin_key
  from identities
  semi join wanted on wanted.mpn_key = identities.mpn_key
  left join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
  where identities.gtin_key is not null
  group by identities.mpn_key
)

select wanted.mpn_key, coalesce(gtins.gtin_key, wanted.mpn_key) as variant_key
from wanted
left join gtins using (mpn_key)
anti join styles on styles.mpn_key = wanted.mpn_key
where not coalesce(gtins.several, false)

-- one row per brand and part number that names one trade item: the variant it leads to, whether that has a GTIN, and
-- whether it places anything: what one listing alone states, and no GTIN goes with, places that nowhere
-- A part number on several GTINs is a family's, and one that a feed uses for several listings without GTIN is a
-- style's, and one whose listings state different things is of neither (restated_mpns.ts); none of these may join
-- listings. A variant without GTIN keeps the id that most of its listings had, where that
-- names nothing else now: the spelling of a brand, or how spellings are read, may change and the item is the same.
create or replace temp table mpn_variants as
with wanted as (
  select
    mpn_key,
    count(*) as listings,
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
),

named as (
  select wanted.mpn_key, wanted.listings, gtins.gtin_key
  from wanted
  left join gtins using (mpn_key)
  anti join styles on styles.mpn_key = wanted.mpn_key
  anti join mpn_conflicts on mpn_conflicts.mpn_key = wanted.mpn_key
  where not coalesce(gtins.several, false)
),

claims as (
  select named.mpn_key, assignments_before.variant_key, count(*) as listings
  from named
  join identities on identities.mpn_key = named.mpn_key
  join assignments_before on assignments_before.listing_key = identities.listing_key
  where named.gtin_key is null
    and assignments_before.method = 'brand_mpn'
    and assignments_before.variant_key <> named.mpn_key
  group by named.mpn_key, assignments_before.variant_key
),

owners as (
  select claims.variant_key, arg_min(claims.mpn_key, (-claims.listings, claims.mpn_key)) as mpn_key
  from claims
  anti join named as living on living.mpn_key = claims.variant_key
  anti join (from assignments_before where method = 'gtin_exact') as coded on coded.variant_key = claims.variant_key
  group by claims.variant_key
),

kept as (
  select owners.mpn_key, arg_min(claims.variant_key, (-claims.listings, claims.variant_key)) as variant_key
  from owners
  join claims on claims.mpn_key = owners.mpn_key and claims.variant_key = owners.variant_key
  group by owners.mpn_key
)

select
  named.mpn_key,
  coalesce(named.gtin_key, kept.variant_key, named.mpn_key) as variant_key,
  named.gtin_key is not null as has_gtin,
  named.gtin_key is not null or named.listings > 1 as places
from named
left join kept on kept.mpn_key = named.mpn_key

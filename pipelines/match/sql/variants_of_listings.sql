-- one row per listing: its variant, how it came there and how sure that is
create or replace temp table matched as
with gone as (
  select listing_key from catalogue_rows where gone_since is not null
),

placed as (
  select
    identities.listing_key,
    identities.feed_no,
    identities.group_key,
    identities.family_key,
    identities.place_key,
    identities.row_no,
    identities.gtin_key as own_gtin_key,
    gtin_conflicts.listing_key is not null as gtin_conflict,
    gone.listing_key is null as is_live,
    case when gtin_conflicts.listing_key is null then identities.gtin_key end as gtin_key,
    case when identities.gtin_key is null then mpn_variants.variant_key end as mpn_variant_key,
    coalesce(mpn_variants.places, false) as mpn_places,
    title_variants.variant_key as title_variant_key,
    title_variants.confidence as title_confidence
  from identities
  left join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
  left join mpn_variants on mpn_variants.mpn_key = identities.mpn_key
  left join gone on gone.listing_key = identities.listing_key
  left join title_variants on title_variants.listing_key = identities.listing_key
),

ranked as (
  select *, mpn_variant_key is not null and (mpn_places or title_variant_key is null) as is_by_mpn
  from placed
)

select
  listing_key,
  feed_no,
  row_no,
  group_key,
  family_key,
  place_key,
  gtin_key,
  own_gtin_key is not null as has_gtin,
  is_live,
  coalesce(gtin_key, case when is_by_mpn then mpn_variant_key end, title_variant_key, listing_key) as variant_key,
  case
    when gtin_key is not null then 'gtin_exact'
    when is_by_mpn then 'brand_mpn'
    when title_variant_key is not null then 'title_fuzzy'
    else 'none'
  end as method,
  case
    when gtin_key is not null then $gtin_exact
    when is_by_mpn then $brand_mpn
    else coalesce(title_confidence, 1)
  end::float as confidence,
  gtin_conflict
from ranked

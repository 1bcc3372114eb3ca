-- one row per listing that titles may place: the record it belongs to, the variant that a code gave it already, whether
-- that has a GTIN, and whether its title is one of those that the record is known by
-- A part number that one listing alone states places it nowhere, so its title looks for a place.
-- A record is a variant that codes made, or a listing that no code places: of those in which a seller says the same of
-- everything, the first, so that what is listed twice does not stand in its own way.
-- Of a variant several titles are looked at, each as one listing has it: that of its first listing and the longest of
-- the others. A listing whose GTIN is in dispute stands alone and takes no part.
create or replace temp table title_members as
with placed as (
  select
    identities.listing_key,
    identities.feed_no,
    identities.content_hash,
    coalesce(identities.gtin_key, mpn_variants.variant_key) as variant_key,
    identities.gtin_key is not null or coalesce(mpn_variants.has_gtin, false) as has_gtin
  from identities
  left join mpn_variants
    on mpn_variants.mpn_key = identities.mpn_key and mpn_variants.places and identities.gtin_key is null
  anti join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
),

firsts as (
  select variant_key, min(listing_key) as record_key
  from placed
  where variant_key is not null
  group by variant_key
  having count(*) > 1
),

said as (
  select min(listing_key) as record_key, list(listing_key) as listing_keys
  from title_listings
  where listing_key in (select placed.listing_key from placed where variant_key is null)
  group by
    seller, title, brand, mpn, price_minor, category, color, size, quantity, condition, gender, age_group, own_quantity
  having count(*) > 1
),

repeats as (
  select unnest(listing_keys) as listing_key, record_key from said
),

titles as (
  select
    variant_key,
    any_value(record_key) as record_key,
    min(placed.listing_key) as listing_key,
    length(title) as characters
  from placed
  join firsts using (variant_key)
  join catalogue_rows using (listing_key)
  group by variant_key, title
),

views as (
  select listing_key
  from titles
  qualify row_number() over (
    partition by variant_key
    order by listing_key = record_key desc, characters desc, listing_key
  ) <= 8
)

select
  placed.*,
  coalesce(firsts.record_key, repeats.record_key, placed.listing_key) as record_key,
  coalesce(firsts.record_key, repeats.record_key, placed.listing_key) = placed.listing_key
  or views.listing_key is not null as is_view
from placed
left join firsts using (variant_key)
left join repeats on repeats.listing_key = placed.listing_key
left join views on views.listing_key = placed.listing_key

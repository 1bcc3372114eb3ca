-- one row per listing that titles may place: the record it belongs to, and the variant that a code gave it already
-- A record is a listing that no code places, or a variant that codes made, which its first listing stands for. A
-- listing whose GTIN is in dispute stands alone and takes no part.
create or replace temp table title_members as
with placed as (
  select
    identities.listing_key,
    identities.feed_no,
    identities.content_hash,
    coalesce(identities.gtin_key, mpn_variants.variant_key) as variant_key
  from identities
  left join mpn_variants on mpn_variants.mpn_key = identities.mpn_key and identities.gtin_key is null
  anti join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
),

firsts as (
  select variant_key, min(listing_key) as record_key
  from placed
  where variant_key is not null
  group by variant_key
)

select placed.*, coalesce(firsts.record_key, placed.listing_key) as record_key
from placed
left join firsts using (variant_key)

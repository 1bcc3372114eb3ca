-- one row per listing of a part number that would join listings which do not read alike: what it says of itself
-- What states no GTIN is placed by the part number, so only numbers that such a listing states are looked at. `title` and
-- columns are as the matcher reads them (publish/sql/listings.sql).
with claims as (
  select
    identities.mpn_key,
    identities.listing_key,
    identities.gtin_key is null as is_placed,
    catalogue_rows.title,
    catalogue_rows.brand,
    -- any thing may be offered used and is still it; what is refurbished is often a number of its own
    case when catalogue_rows.condition = 'refurbished' then catalogue_rows.condition end as condition,
    catalogue_rows.attributes ->> '$."general.color"' as color,
    catalogue_rows.attributes ->> '$."general.size"' as size
  from identities
  join catalogue_rows
    on catalogue_rows.listing_key = identities.listing_key and catalogue_rows.feed_no = identities.feed_no
  anti join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
  where identities.mpn_key is not null
),

shared as (
  select mpn_key
  from claims
  group by mpn_key
  having bool_or(is_placed) and count(distinct (title, condition, color, size)) > 1
)

select
  claims.mpn_key::varchar as mpn_key,
  claims.listing_key::varchar as key,
  claims.* exclude (mpn_key, listing_key, is_placed)
from claims
semi join shared on shared.mpn_key = claims.mpn_key
order by claims.mpn_key, claims.listing_key

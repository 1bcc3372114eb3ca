-- one row per listing of a GTIN that one seller states for several listings which do not read alike: what it says of itself
-- A listing whose GTIN is in dispute already takes no part.
with claims as (
  select
    identities.gtin_key,
    identities.listing_key,
    feed_names.seller,
    catalogue_rows.title,
    catalogue_rows.brand,
    unnest(stated_columns(catalogue_rows.attributes))
  from identities
  semi join gtin_suspects on gtin_suspects.gtin_key = identities.gtin_key
  join feed_names on feed_names.feed_no = identities.feed_no
  join catalogue_rows
    on catalogue_rows.listing_key = identities.listing_key and catalogue_rows.feed_no = identities.feed_no
  anti join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
),

restated as (
  select distinct gtin_key
  from (
    select gtin_key
    from claims
    group by gtin_key, seller
    having count(distinct (title, quantity, color, size, gender, age_group)) > 1
  )
)

select
  claims.gtin_key::varchar as gtin_key,
  claims.listing_key::varchar as listing_key,
  claims.* exclude (gtin_key, listing_key)
from claims
semi join restated on restated.gtin_key = claims.gtin_key
order by claims.gtin_key, claims.listing_key

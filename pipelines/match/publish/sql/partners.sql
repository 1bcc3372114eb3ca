-- one row per listing with a GTIN that teaches, as the matcher reads it, and whether another seller has that GTIN too
-- What only a brand and a part number name may be what another seller states the GTIN of, so whether it has a partner
-- is not known.
with carried as (
  select title_members.listing_key, title_members.variant_key, feed_names.seller
  from title_members
  join feed_names using (feed_no)
  where title_members.has_gtin
    -- One fold of variants with a code says how right the model is, and so must not teach it.
    and ($without is null or hash(title_members.variant_key, 31) % $folds::ubigint <> $without::ubigint)
),

sellers as (
  select variant_key, count(distinct seller) > 1 as is_shared from carried group by variant_key
)

select
  title_listings.* exclude (listing_key),
  title_listings.listing_key::varchar as key,
  sellers.is_shared
from carried
join sellers using (variant_key)
join title_listings using (listing_key)
where hash(carried.listing_key, 37) % $stride::ubigint = 0
order by title_listings.listing_key

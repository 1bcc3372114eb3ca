-- one row: how often each method is right, measured where the catalogue itself knows the answer
-- brand_mpn: of the pairs of listings that have both a GTIN and the same brand and part number, the share whose
-- GTINs agree. gtin_exact: of the listings that share a GTIN, the share that nothing contradicts. Both are
-- smoothed by a prior of 20 (100) pairs so that a small catalogue claims no certainty. A large catalogue is sampled:
-- whole part numbers and whole GTINs, one of every $stride.
with families as (
  select mpn_key, gtin_key, count(*) as listings
  from identities
  where mpn_key is not null and gtin_key is not null and mpn_key % $stride::ubigint = 0
  group by mpn_key, gtin_key
),

mpn_pairs as (
  select sum(listings) as listings, sum(listings * (listings - 1)) / 2 as agreeing
  from families
  group by mpn_key
),

brand_mpn as (
  select coalesce(sum(agreeing), 0) as agreeing, coalesce(sum(listings * (listings - 1)) / 2, 0) as pairs
  from mpn_pairs
  where listings > 1
),

shared as (
  select coalesce(sum(listings), 0) as listings
  from (
    select count(*) as listings
    from identities
    where gtin_key is not null and gtin_key % $stride::ubigint = 0
    group by gtin_key
    having count(*) > 1
  )
),

conflicts as (
  select count(*) as listings from gtin_conflicts where gtin_key % $stride::ubigint = 0
)

select
  least(round((brand_mpn.agreeing + 19) / (brand_mpn.pairs + 20), 4), 0.9999)::double as brand_mpn,
  least(round((shared.listings - conflicts.listings + 99.5) / (shared.listings + 100), 4), 0.9999)::double as gtin_exact
from brand_mpn, shared, conflicts

-- one row per listing of a GTIN for which one seller asks nearer to twice as much as another does than to the same: what it
-- says of itself, and its price
-- The price is the first one seen, so that an offer of a week changes nothing. A listing whose GTIN is in dispute
-- already takes no part.
with stated as (
  select identities.gtin_key, identities.listing_key, identities.feed_no, feed_names.seller
  from identities
  join feed_names on feed_names.feed_no = identities.feed_no
  anti join gtin_conflicts on gtin_conflicts.listing_key = identities.listing_key
  where identities.gtin_key is not null
),

several as (
  select gtin_key from stated group by gtin_key having count(distinct seller) > 1
),

first_prices as (
  select listing_key, arg_min(price_minor, from_at) as price_minor
  from all_changes
  semi join (from stated semi join several using (gtin_key)) as asked using (listing_key)
  group by listing_key
),

priced as (
  select stated.*, catalogue_rows.currency, first_prices.price_minor
  from stated
  semi join several using (gtin_key)
  join first_prices using (listing_key)
  join catalogue_rows
    on catalogue_rows.listing_key = stated.listing_key and catalogue_rows.feed_no = stated.feed_no
  where first_prices.price_minor > 0
),

apart as (
  select gtin_key, currency
  from priced
  group by gtin_key, currency
  having max(price_minor) > sqrt(2) * min(price_minor)
)

select
  priced.gtin_key::varchar as gtin_key,
  priced.listing_key::varchar as listing_key,
  priced.seller,
  priced.currency,
  priced.price_minor::double as price_minor,
  catalogue_rows.title,
  catalogue_rows.brand,
  unnest(stated_columns(catalogue_rows.attributes))
from priced
semi join apart using (gtin_key, currency)
join catalogue_rows
  on catalogue_rows.listing_key = priced.listing_key and catalogue_rows.feed_no = priced.feed_no
order by priced.gtin_key, priced.listing_key

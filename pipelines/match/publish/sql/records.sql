-- one row per record, in the order of its key; a variant that codes made is of no one seller. The last column is a
-- hash of what the matcher reads.
select
  title_listings.* replace (
    case when title_members.variant_key is null then title_listings.seller else '*' end as seller
  ),
  hash(
    title_members.variant_key is null, title_listings.seller, title, brand, mpn, price_minor, category, color, size,
    quantity, gtin, title_listings.condition, gender, age_group, own_quantity
  ) as fingerprint
from title_listings
join title_members
  on title_members.listing_key = title_listings.listing_key
  and title_members.record_key = title_listings.listing_key

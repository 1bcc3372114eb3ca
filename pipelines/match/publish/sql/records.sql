-- one row per title that a record is known by, by the listing that has it; a variant that codes made is of no one
-- seller. The last column is a hash of what the matcher reads, and of the record that it belongs to.
select
  title_listings.* replace (
    case when title_members.variant_key is null then title_listings.seller else '*' end as seller
  ),
  hash(
    title_members.variant_key, title_listings.seller, title, brand, mpn, price_minor, category, color, size,
    quantity, gtin, title_listings.condition, gender, age_group, own_quantity, cut_at
  ) as fingerprint
from title_listings
join title_members
  on title_members.listing_key = title_listings.listing_key
  and title_members.is_view

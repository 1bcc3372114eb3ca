-- one row per listing with what is said of its product and variant, and the part of the products that it belongs to
select
  member_rows.product_key % parts.count as part,
  member_rows.product_key,
  variant_key,
  listing_no,
  seller,
  feed,
  title,
  brand,
  gtin,
  gtin_conflict,
  category,
  attributes,
  axes,
  gone_since,
  last_seen
from member_rows
cross join parts

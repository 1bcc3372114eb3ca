-- one row per new or changed listing: the keys it can be recognised by
create or replace temp table identities_new as
select
  listing_key,
  feed_no,
  content_hash,
  case when gtin is not null then gtin_key(gtin) end as gtin_key,
  case when brand is not null then hash(fold_key(brand)) end as brand_key,
  case when brand is not null and length(fold_key(mpn)) >= 3 then brand_mpn_key(fold_key(brand), fold_key(mpn)) end as mpn_key,
  case when item_group_id is not null then item_group_key(feed_names.seller, item_group_id) end as group_key,
  case when url is not null then link_key(normalise_link(url)) end as link_key,
  case when asin is not null then asin_key(asin) end as asin_key,
  case when seller_code is not null then listing_key(feed_names.seller, seller_code) end as code_key
from rows_to_identify
join feed_names using (feed_no)

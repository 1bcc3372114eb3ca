-- one row per new or changed listing: the keys it can be recognised by, and its place in its staged file. Of a listing
-- that its seller puts in no group, what its title says of its model and of its place among the model's variants
create or replace temp table identities_new as
with folded as (
  select
    rows_to_identify.*,
    feed_names.seller,
    fold_key(brand) as brand_folded,
    fold_key(mpn) as mpn_folded,
    case
      when item_group_id is null and brand is not null then read_family(
        title,
        coalesce(attributes ->> '$."general.color"', ''),
        coalesce(attributes ->> '$."general.size"', ''),
        coalesce(condition, '')
      )
    end as family
  from rows_to_identify
  join feed_names using (feed_no)
)

select
  listing_key,
  feed_no,
  row_no,
  content_hash,
  case when gtin is not null then gtin_key(gtin) end as gtin_key,
  case when brand_folded <> '' then hash(brand_folded) end as brand_key,
  case when brand_folded <> '' and strlen(mpn_folded) >= 3 then brand_mpn_key(brand_folded, mpn_folded) end as mpn_key,
  case when item_group_id is not null then item_group_key(seller, item_group_id) end as group_key,
  case when family is not null and brand_folded <> '' then hash('family', brand_folded, split_part(family, chr(31), 1)) end as family_key,
  case when family is not null and brand_folded <> '' then hash(split_part(family, chr(31), 2)) end as place_key,
  case when url is not null then link_key(normalise_link(url)) end as link_key,
  case when asin is not null then asin_key(asin) end as asin_key,
  case when seller_code is not null then listing_key(seller, seller_code) end as code_key
from folded

-- one row per record, in the order of its key; a variant that codes made is of no one seller
select title_listings.* replace (
  case when title_members.variant_key is null then title_listings.seller else '*' end as seller
)
from title_listings
join title_members
  on title_members.listing_key = title_listings.listing_key
  and title_members.record_key = title_listings.listing_key
order by title_listings.listing_key

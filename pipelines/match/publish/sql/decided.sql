-- one row per listing that a person has decided about
select title_listings.* exclude (listing_key), title_listings.listing_key::varchar as key
from title_listings
semi join title_decided using (listing_key)

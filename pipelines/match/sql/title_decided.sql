-- one row per listing that a person has decided about
select title_listings.* exclude (listing_key), title_listings.listing_key::varchar as key, identities.content_hash
from title_listings
join identities using (listing_key)
semi join title_decided on title_decided.listing_key = title_listings.listing_key

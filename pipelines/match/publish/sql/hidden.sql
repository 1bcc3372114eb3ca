-- one row per listing whose code is hidden, to see what its title alone would bring: what the matcher reads, the
-- record that it truly belongs to, and how many sellers carry that
with carried as (
  select title_members.variant_key, count(distinct feed_names.seller) as sellers
  from title_members
  join feed_names using (feed_no)
  where title_members.variant_key is not null
  group by title_members.variant_key
)

select
  title_listings.* exclude (listing_key),
  title_listings.listing_key::varchar as key,
  title_members.record_key::varchar as record_key,
  carried.sellers
from title_members
join carried using (variant_key)
join title_listings using (listing_key)
-- What stands for its record would find itself.
where hash(title_members.variant_key, 31) % $held_out::ubigint = 0
  and hash(listing_key, 29) % $stride::ubigint = 0
  and (carried.sellers = 1 or record_key <> listing_key)
order by title_listings.listing_key

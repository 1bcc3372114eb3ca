-- one row per listing with a code that teaches, as the matcher reads it, and whether another seller has that code too
with carried as (
  select title_members.listing_key, title_members.variant_key, feed_names.seller
  from title_members
  join feed_names using (feed_no)
  where title_members.variant_key is not null
    -- One in $held_out variants with a code says how right the model is, and so must not teach it.
    and hash(title_members.variant_key, 31) % $held_out::ubigint <> 0
),

sellers as (
  select variant_key, count(distinct seller) > 1 as is_shared from carried group by variant_key
)

select
  title_listings.* exclude (listing_key),
  title_listings.listing_key::varchar as key,
  sellers.is_shared
from carried
join sellers using (variant_key)
join title_listings using (listing_key)
where hash(carried.listing_key, 37) % $stride::ubigint = 0
order by title_listings.listing_key

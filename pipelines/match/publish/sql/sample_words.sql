-- one row per listing of two sellers that has one of the words drawn: listings that share a rare word come together
-- A sample of listings alone would part nearly all partners. Words are drawn by their hash, of those that few have.
with words as (
  select listing_key, unnest(list_distinct(string_split(lower(title), ' '))) as word
  from title_listings
  where seller in ($left, $right)
),

drawn as (
  select word, count(*) as listings
  from words
  where hash(word) % $stride::ubigint = 0
  group by word
  having listings between 2 and $most
),

enough as (
  select word from drawn qualify sum(listings) over (order by hash(word), word) <= $wanted
)

select title_listings.* exclude (listing_key), title_listings.listing_key::varchar as key
from title_listings
where title_listings.listing_key in (select words.listing_key from words semi join enough using (word))
order by listing_key

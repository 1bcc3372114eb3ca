-- one row per feed that cuts its titles off, and the length, in characters, that it leaves them
-- Where titles are cut, many end at one length, more than would by themselves, nearly none go on, some end one before
-- it (where a space was cut off), and their last words are words that stand nowhere else.
with sampled as (
  select feed_names.seller, feed_names.feed, title, length(title) as characters, string_split(lower(title), ' ') as words
  from identities
  join catalogue_rows using (listing_key)
  join feed_names on feed_names.feed_no = identities.feed_no
  qualify row_number() over (partition by identities.feed_no order by hash(identities.listing_key)) <= $sampled
),

lengths as (
  select seller, feed, characters, count(*) as titles
  from sampled
  group by all
),

piles as (
  select
    seller,
    feed,
    characters,
    titles,
    sum(titles) over (partition by seller, feed) as all_titles,
    sum(titles) over (partition by seller, feed order by characters desc) as so_long,
    coalesce(sum(titles) over (
      partition by seller, feed order by characters range between 1 preceding and 1 preceding
    ), 0) as one_before,
    coalesce(sum(titles) over (
      partition by seller, feed order by characters range between 3 preceding and 2 preceding
    ), 0) as two_before
  from lengths
),

limits as (
  select seller, feed, characters
  from piles
  where titles >= $least
    and titles >= $least_share * all_titles
    and titles >= $piled * so_long
    and titles + one_before >= $jump * two_before
    and one_before >= $trimmed * titles
  qualify row_number() over (partition by seller, feed order by titles desc, characters desc) = 1
),

known as (
  select distinct unnest(words[:-2]) as word from sampled
),

-- Numbers and codes at the end are new words anyway.
ends as (
  select
    sampled.seller,
    sampled.feed,
    sampled.characters >= limits.characters as is_cut,
    avg(case when known.word is null then 1 else 0 end) as unknown
  from sampled
  join limits using (seller, feed)
  left join known on known.word = sampled.words[-1]
  where regexp_full_match(sampled.words[-1], '\p{L}+')
  group by all
)

select limits.*
from limits
join ends as cut on cut.seller = limits.seller and cut.feed = limits.feed and cut.is_cut
left join ends as whole on whole.seller = limits.seller and whole.feed = limits.feed and not whole.is_cut
where cut.unknown >= $fragments * coalesce(whole.unknown, 0) and cut.unknown >= $least_fragments
order by seller, feed

-- one row per listing whose GTIN is contradicted by the other listings that claim it
-- Two listings agree when, brand words aside, they share a word of two letters or more, or a seventh of the
-- character trigrams of the shorter title. The listing that most others agree with keeps the GTIN, and those that agree with it.
create or replace temp table gtin_conflicts as
with claims as (
  select
    identities.gtin_key,
    identities.listing_key,
    lower(strip_accents(coalesce(catalogue_rows.brand, ''))) as brand,
    lower(strip_accents(catalogue_rows.title)) as title,
    row_number() over (partition by identities.gtin_key order by identities.listing_key) as claim_no
  from identities
  semi join gtin_suspects on identities.gtin_key = gtin_suspects.gtin_key
  join catalogue_rows
    on catalogue_rows.listing_key = identities.listing_key and catalogue_rows.feed_no = identities.feed_no
),

described as (
  select
    gtin_key,
    listing_key,
    claim_no,
    list_distinct(list_filter(regexp_split_to_array(title, '[^\p{L}\p{N}]+'), lambda word: length(word) >= 2)) as words,
    regexp_split_to_array(brand, '[^\p{L}\p{N}]+') as brand_words,
    list_distinct(list_transform(range(1, greatest(length(title) - 1, 2)), lambda start: substr(title, start, 3))) as trigrams
  from claims
),

pairs as (
  select
    a.gtin_key,
    a.listing_key as listing_a,
    b.listing_key as listing_b,
    len(list_filter(list_intersect(a.words, b.words),
      lambda word: not list_contains(a.brand_words, word) and not list_contains(b.brand_words, word))) > 0
    or len(list_intersect(a.trigrams, b.trigrams)) * 7 >= least(len(a.trigrams), len(b.trigrams)) as agree
  from described as a
  join described as b on a.gtin_key = b.gtin_key and a.listing_key <> b.listing_key
  where a.claim_no <= 40
),

support as (
  select gtin_key, listing_a as listing_key, count(*) filter (agree) as agreeing
  from pairs
  group by gtin_key, listing_a
),

spokesmen as (
  select gtin_key, arg_min(listing_key, (-agreeing, listing_key)) as listing_key, max(agreeing) as agreeing
  from support
  group by gtin_key
)

select described.gtin_key, described.listing_key
from described
join spokesmen using (gtin_key)
left join pairs
  on pairs.gtin_key = described.gtin_key
  and pairs.listing_a = spokesmen.listing_key
  and pairs.listing_b = described.listing_key
where spokesmen.agreeing = 0
  or (described.listing_key <> spokesmen.listing_key and not coalesce(pairs.agree, false))

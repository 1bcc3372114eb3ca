-- one row per listing whose GTIN is contradicted by the other listings that claim it
-- Two listings agree when, brand words aside, their titles share a word of two letters or more, or a seventh of the
-- shorter one's character trigrams. They are at odds when they do not agree and their brands, both known, share no
-- word, or one costs more than twice the other. The listing that most others agree with speaks for the GTIN; who
-- agrees with it keeps it, and so does who says too little to tell, unless it is at odds with one of those.
-- Agreeing is titlesAgree of pipelines/domain/title_agreement.ts (test/pipelines/match/gtin_conflicts.test.ts).
create or replace temp table gtin_conflicts as
with claims as (
  select
    identities.gtin_key,
    identities.listing_key,
    fold_case(coalesce(catalogue_rows.brand, '')) as brand,
    fold_case(catalogue_rows.title) as title,
    catalogue_rows.currency,
    catalogue_rows.price_minor,
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
    currency,
    price_minor,
    list_distinct(list_filter(parts_of(title), lambda word: length(word) >= 2)) as words,
    parts_of(brand) as brand_words,
    list_distinct(list_transform(range(1, greatest(length(title) - 1, 2)), lambda start: substr(title, start, 3))) as trigrams
  from claims
),

compared as (
  select
    a.gtin_key,
    a.listing_key as listing_a,
    b.listing_key as listing_b,
    len(list_filter(list_intersect(a.words, b.words),
      lambda word: not list_contains(a.brand_words, word) and not list_contains(b.brand_words, word))) > 0
    or len(list_intersect(a.trigrams, b.trigrams)) * 7 >= least(len(a.trigrams), len(b.trigrams)) as agree,
    len(a.brand_words) > 0 and len(b.brand_words) > 0 and not list_has_any(a.brand_words, b.brand_words) as other_brand,
    a.currency = b.currency and greatest(a.price_minor, b.price_minor) > 2 * least(a.price_minor, b.price_minor) as other_price
  from described as a
  join described as b on a.gtin_key = b.gtin_key and a.listing_key <> b.listing_key
  where a.claim_no <= 40
),

support as (
  select gtin_key, listing_a as listing_key, count(*) filter (agree) as agreeing
  from compared
  group by gtin_key, listing_a
),

spokesmen as (
  select gtin_key, arg_min(listing_key, (-agreeing, listing_key)) as listing_key
  from support
  group by gtin_key
),

sure as (
  select gtin_key, listing_key from spokesmen
  union all
  select compared.gtin_key, compared.listing_b
  from compared
  join spokesmen on spokesmen.gtin_key = compared.gtin_key and spokesmen.listing_key = compared.listing_a
  where compared.agree
),

at_odds as (
  select distinct compared.gtin_key, compared.listing_b as listing_key
  from compared
  join sure on sure.gtin_key = compared.gtin_key and sure.listing_key = compared.listing_a
  where not compared.agree and (compared.other_brand or compared.other_price)
),

left_out as (
  select at_odds.gtin_key, at_odds.listing_key
  from at_odds
  anti join sure on sure.gtin_key = at_odds.gtin_key and sure.listing_key = at_odds.listing_key
),

-- a spokesman whom nobody agrees with and somebody is at odds with speaks for nobody
alone as (
  select spokesmen.gtin_key, spokesmen.listing_key
  from spokesmen
  join support on support.gtin_key = spokesmen.gtin_key and support.listing_key = spokesmen.listing_key
  where support.agreeing = 0
    and spokesmen.gtin_key in (select gtin_key from left_out)
)

select gtin_key, listing_key from left_out
union
select gtin_key, listing_key from alone

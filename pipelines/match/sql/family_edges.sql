-- one row per variant and family that ties it to other variants: listings without an item group whose brand and title say
-- the same but for colour, size, memory and capacity
-- A family holds where these tell its variants apart: no feed has two of them in one place. A feed that states item groups
-- for its listings says of those it leaves without that they are none: its own make no family, and of a family in which
-- it lists two in no common group nothing is made; nor in a category in which that happens more often than the reverse.
create or replace temp table family_edges as
with grouping_feeds as (
  select feed_no from matched group by feed_no having count(group_key) * 20 >= count(*)
),

members as (
  select matched.family_key, matched.place_key, matched.variant_key, matched.feed_no, matched.listing_key
  from matched
  anti join grouping_feeds on grouping_feeds.feed_no = matched.feed_no
  where matched.family_key is not null
),

families as (
  select family_key
  from members
  group by family_key
  having count(distinct variant_key) between 2 and 50 and count(distinct place_key) > 1
),

in_one_place as (
  select distinct family_key
  from (
    select family_key, feed_no, place_key
    from members
    group by family_key, feed_no, place_key
    having min(variant_key) <> max(variant_key)
  )
),

candidates as (
  select members.*
  from members
  semi join families on families.family_key = members.family_key
  anti join in_one_place on in_one_place.family_key = members.family_key
),

ties as (
  select distinct family_key, variant_key from candidates
),

-- what a feed that groups makes of the variants of a family that it lists
said as (
  select
    ties.family_key,
    matched.feed_no,
    count(matched.group_key) = count(*) and min(matched.group_key) = max(matched.group_key) as is_one
  from ties
  join matched on matched.variant_key = ties.variant_key
  semi join grouping_feeds on grouping_feeds.feed_no = matched.feed_no
  group by ties.family_key, matched.feed_no
  having min(matched.variant_key) <> max(matched.variant_key)
),

categories as (
  select candidates.family_key, min(rows.category) as category
  from candidates
  join (select listing_key, feed_no, category from catalogue_rows) as rows
    on rows.listing_key = candidates.listing_key and rows.feed_no = candidates.feed_no
  group by candidates.family_key
),

refused as (
  select categories.category
  from categories
  join said on said.family_key = categories.family_key
  group by categories.category
  having count(*) filter (not said.is_one) > count(*) filter (said.is_one)
)

select ties.family_key, ties.variant_key
from ties
join categories on categories.family_key = ties.family_key
anti join (from said where not is_one) as parted on parted.family_key = ties.family_key
where categories.category is null or categories.category not in (select category from refused where category is not null)

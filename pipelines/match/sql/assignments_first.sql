-- one row per listing of a first snapshot: its variant and product; its number is its place in the staged files, so
-- nothing is sorted and a second try numbers alike; vanished listings come after
create or replace temp table assignments as
with vanished_numbers as (
  select
    listing_key,
    feed_no,
    (select max(first_no) from feed_offsets) + row_number() over (order by listing_key) - 1 as listing_no
  from clustered
  where row_no is null
)

select
  clustered.* exclude (cluster_key, group_key, family_key, place_key, row_no),
  coalesce(vanished_numbers.listing_no, feed_offsets.first_no + clustered.row_no)::integer as listing_no,
  clustered.cluster_key as product_key
from clustered
join feed_offsets using (feed_no)
left join vanished_numbers
  on vanished_numbers.listing_key = clustered.listing_key and vanished_numbers.feed_no = clustered.feed_no

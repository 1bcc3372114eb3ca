-- one row per listing whose seller says nothing: its texts and the nodes of its mates in the product
with mates as (
  select assignments.product_key, list(known_placements.node order by known_placements.node) as nodes
  from known_placements
  join assignments
    on assignments.listing_key = known_placements.listing_key and assignments.feed_no = known_placements.feed_no
  where known_placements.is_mapped
  group by assignments.product_key
)

select
  catalogue_rows.listing_key::varchar as listing_key,
  catalogue_rows.feed_no::integer as feed_no,
  catalogue_rows.title,
  catalogue_rows.brand,
  mates.nodes
from catalogue_rows
join assignments
  on assignments.listing_key = catalogue_rows.listing_key and assignments.feed_no = catalogue_rows.feed_no
left join mates on mates.product_key = assignments.product_key
anti join known_placements
  on known_placements.listing_key = catalogue_rows.listing_key
  and known_placements.feed_no = catalogue_rows.feed_no

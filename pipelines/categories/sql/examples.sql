-- one row per listing to learn titles from: of each node as many, whichever keys come first
select catalogue_rows.title, catalogue_rows.brand, known_placements.node
from known_placements
join catalogue_rows
  on catalogue_rows.listing_key = known_placements.listing_key
  and catalogue_rows.feed_no = known_placements.feed_no
where known_placements.is_mapped
qualify row_number() over (
  partition by known_placements.node order by known_placements.listing_key, known_placements.feed_no
) <= $examples

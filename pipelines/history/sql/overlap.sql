-- one row: how many listings of a run other feeds of its seller list too, and the first of them
select min(overlap_rows.sku) as sku, count(*)::integer as listings
from overlap_rows
semi join overlap_others on overlap_others.listing_key = overlap_rows.listing_key

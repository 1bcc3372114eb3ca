-- one row per listing whose seller says where it belongs: the node of that, or the seller's own spelling where no node
-- is meant
create or replace temp table known_placements as
select
  catalogue_rows.listing_key,
  catalogue_rows.feed_no,
  coalesce(path_nodes.node, catalogue_rows.category) as node,
  coalesce(path_nodes.confidence, 1)::float as confidence,
  path_nodes.node is not null as is_mapped
from catalogue_rows
left join path_nodes on path_nodes.category = catalogue_rows.category
-- a number that is no id of the taxonomy says nothing
where path_nodes.node is not null or not regexp_full_match(catalogue_rows.category, '[0-9_]+')

-- one row: listings without an assignment, assignments without a listing, and either of them more than once
with placed as (
  select
    count(*) filter (assignments.listing_key is null) as unassigned,
    count(*) filter (listings.listing_key is null) as orphans,
    count(*) filter (listings.listing_key is not null and assignments.listing_key is not null) as matched,
    count(*) filter (listings.gone_since is null and listings.listing_key is not null) as live
  from (select listing_key, feed_no, gone_since from catalogue_rows) as listings
  full join assignments
    on assignments.listing_key = listings.listing_key and assignments.feed_no = listings.feed_no
)

select
  unassigned::integer as every_listing_assigned,
  orphans::integer as no_orphan_assignments,
  abs(matched - (select count(*) from catalogue_rows) + unassigned)::integer
    + abs(matched - (select count(*) from assignments) + orphans)::integer as unique_listings,
  abs(live - $live_expected::bigint)::integer as live_listings_as_accepted
from placed

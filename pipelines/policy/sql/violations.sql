-- one row per standing violation; one that stood before keeps the moment it began
create or replace temp table violations as
select
  standing.policy,
  standing.listing_key,
  standing.brand,
  coalesce(violations_before.since, standing.since) as since,
  standing.detail,
  violations_before.listing_key is null as is_new
from standing
left join violations_before using (policy, listing_key)

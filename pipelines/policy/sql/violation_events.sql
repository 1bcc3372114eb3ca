-- one row per event `policy.violated`: a violation that did not stand before. The id is made from the listing, the
-- policy and since when, so that it is told once; it counts as having happened at the newest observation
create or replace temp table violation_events as
select
  key64('event' || chr(31) || 'policy' || chr(31) || violations.policy || chr(31) || violations.listing_key::varchar || chr(31) || epoch(violations.since)::bigint::varchar) as event_key,
  'policy.violated' as type,
  $created_at::timestamp as created_at,
  feed_names.seller,
  violations.listing_key,
  assignments.variant_key,
  assignments.product_key,
  to_json({
    policy: violations.policy,
    brand: violations.brand,
    since: strftime(violations.since, '%Y-%m-%dT%H:%M:%S.%gZ'),
    detail: violations.detail::json
  })::varchar as payload
from violations
join assignments using (listing_key)
join feed_names on feed_names.feed_no = assignments.feed_no
where violations.is_new

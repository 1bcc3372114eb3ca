-- one row per event `match.degraded`: a live listing that came to its variant by a weaker method than in the snapshot
-- before, or by its title and now much less surely. What a code is worth is measured over the whole catalogue and says
-- nothing of one listing. It is told of the product that the listing was matched to, which it may have left. The id is made from the listing and the publication, which has its name from its inputs
create or replace temp table degraded_events as
with moved as (
  select
    assignments.listing_key,
    assignments.feed_no,
    assignments_before.variant_key,
    assignments_before.product_key,
    assignments.method,
    assignments.confidence,
    assignments_before.method as method_before,
    assignments_before.confidence as confidence_before,
    list_position(['none', 'title_fuzzy', 'brand_mpn', 'gtin_exact'], assignments.method) as strength,
    list_position(['none', 'title_fuzzy', 'brand_mpn', 'gtin_exact'], assignments_before.method) as strength_before
  from assignments
  join assignments_before using (listing_key)
  where assignments.is_live
)

select
  key64('event' || chr(31) || 'match' || chr(31) || moved.listing_key::varchar || chr(31) || $publication) as event_key,
  'match.degraded' as type,
  $created_at::timestamp as created_at,
  feed_names.seller,
  moved.listing_key,
  moved.variant_key,
  moved.product_key,
  to_json({
    listing: id64('off_', moved.listing_key),
    previous: {method: moved.method_before, confidence: round(moved.confidence_before::double, 4)},
    current: {method: moved.method, confidence: round(moved.confidence::double, 4)}
  })::varchar as payload
from moved
join feed_names on feed_names.feed_no = moved.feed_no
where moved.strength < moved.strength_before
  or (moved.method = 'title_fuzzy' and moved.method_before = 'title_fuzzy' and moved.confidence <= moved.confidence_before - $fall::float)

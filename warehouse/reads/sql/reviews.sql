-- one row per pair of listings in the queue that the filters let through, the most probable first, then by keys
with decided as (
  select unnest(from_json($decided, '[{"left": "UBIGINT", "right": "UBIGINT", "left_content": "UBIGINT", "right_content": "UBIGINT"}]'), recursive := true)
  where $undecided
),

wanted_feeds as (
  select unnest(from_json($feeds, '["USMALLINT"]')) as feed_no
),

pairs as (
  select
    *,
    least(left_listing_key, right_listing_key) as low_key,
    greatest(left_listing_key, right_listing_key) as high_key
  from reviews
  where probability >= $min_probability and ($reason is null or reason = $reason)
  qualify row_number() over (partition by low_key, high_key order by probability desc, left_listing_key) = 1
),

described as (
  select pairs.*, low.content_hash as low_content, high.content_hash as high_content
  from pairs
  join identities as low on low.listing_key = pairs.low_key
  join identities as high on high.listing_key = pairs.high_key
  where $feeds is null
    or low.feed_no in (select feed_no from wanted_feeds)
    or high.feed_no in (select feed_no from wanted_feeds)
)

select left_listing_key, right_listing_key, probability::double as probability, reason, levels, low_content, high_content
from described
anti join decided
  on decided.left = described.low_key
  and decided.right = described.high_key
  and decided.left_content = described.low_content
  and decided.right_content = described.high_content
where $after_probability is null
  or probability::double < $after_probability
  or (probability::double = $after_probability and low_key > $after_low::ubigint)
  or (probability::double = $after_probability and low_key = $after_low::ubigint and high_key > $after_high::ubigint)
order by probability desc, low_key, high_key
limit $limit

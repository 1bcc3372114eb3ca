-- one row per pair of listings in the queue that the filters let through, in the order of the queue; one that was published
-- without ranks has the most probable first
with decided as (
  select unnest(from_json($decided, '[{"left": "UBIGINT", "right": "UBIGINT", "left_content": "UBIGINT", "right_content": "UBIGINT"}]'), recursive := true)
  where $undecided
),

wanted_feeds as (
  select unnest(from_json($feeds, '["USMALLINT"]')) as feed_no
),

pairs as (
  select
    * exclude (queue_rank),
    coalesce(queue_rank, 0) as queue_rank,
    least(left_listing_key, right_listing_key) as low_key,
    greatest(left_listing_key, right_listing_key) as high_key
  from reviews
  where probability >= $min_probability and ($reason is null or reason = $reason)
  qualify row_number() over (partition by low_key, high_key order by queue_rank, probability desc, left_listing_key) = 1
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

select left_listing_key, right_listing_key, probability, reason, levels, queue_rank, low_content, high_content
from described
anti join decided
  on decided.left = described.low_key
  and decided.right = described.high_key
  and decided.left_content = described.low_content
  and decided.right_content = described.high_content
where $after_rank is null
  or (queue_rank, -probability, low_key, high_key)
    > ($after_rank::uinteger, -$after_probability::double, $after_low::ubigint, $after_high::ubigint)
order by queue_rank, probability desc, low_key, high_key
limit $limit

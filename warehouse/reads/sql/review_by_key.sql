-- one row: the pair of the queue with this id, pipelines/domain/review.ts (test/warehouse/reads/reviews.test.ts)
select left_listing_key, right_listing_key
from reviews
where key64(
  'review' || chr(31) || least(left_listing_key, right_listing_key)::varchar
  || chr(31) || greatest(left_listing_key, right_listing_key)::varchar
) = $key::ubigint
limit 1

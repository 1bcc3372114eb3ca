-- one row: a pair of listings with their contents as they are now, and how it stands in the queue (null: not in it)
select low.content_hash as low_content, high.content_hash as high_content, queued.*
from identities as low
join identities as high on high.listing_key = $high::ubigint
left join (
  select left_listing_key, right_listing_key, probability, reason, levels, coalesce(queue_rank, 0) as queue_rank, rival_key, in_the_way_key
  from reviews
  where (left_listing_key = $low::ubigint and right_listing_key = $high::ubigint)
    or (left_listing_key = $high::ubigint and right_listing_key = $low::ubigint)
  order by queue_rank, probability desc, left_listing_key
  limit 1
) as queued on true
where low.listing_key = $low::ubigint

-- one row per record that repeats an id of its run: all but the first when they are alike, all but the last when not
with repeated as (
  select listing_key, as_of
  from drafts
  where not rejected
  group by all
  having count(*) > 1
),

ranked as (
  select
    part,
    file_row_number,
    as_of,
    sku,
    hash(content_hash, price_minor, list_price_minor, delivery_minor, availability) as likeness,
    min(likeness) over same_id = max(likeness) over same_id as alike,
    row_number() over (same_id order by part, file_row_number) as first_rank,
    row_number() over (same_id order by part desc, file_row_number desc) as last_rank
  from drafts
  semi join repeated using (listing_key, as_of)
  where not rejected
  window same_id as (partition by listing_key, as_of)
)

select part, file_row_number, as_of, sku, alike
from ranked
where case when alike then first_rank else last_rank end > 1

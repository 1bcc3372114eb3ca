-- one row per record that repeats an id of its run: all but the first when they are alike, all but the last when not; and
-- one per record before another one that says that its listing is gone
with repeated as (
  select listing_key, as_of
  from drafts
  where not rejected
  group by all
  having count(*) > 1
),

candidates as (
  select *, hash(content_hash, price_minor, list_price_minor, delivery_minor, availability) as likeness
  from drafts
  semi join repeated using (listing_key, as_of)
  where not rejected
),

ranked as (
  select
    part,
    file_row_number,
    line,
    record,
    as_of,
    sku,
    gtin_status,
    min(likeness) over same_id = max(likeness) over same_id as alike,
    row_number() over (same_id order by part, file_row_number) as first_rank,
    row_number() over (same_id order by part desc, file_row_number desc) as last_rank
  from candidates
  window same_id as (partition by listing_key, as_of)
),

ended as (
  select listing_key, as_of, max((part, file_row_number)) as last_place
  from drafts
  where deleted and sku is not null
  group by all
)

select part, file_row_number, line, record, as_of, sku, gtin_status, alike
from ranked
where case when alike then first_rank else last_rank end > 1
union
select part, file_row_number, line, record, as_of, sku, gtin_status, false
from drafts
join ended using (listing_key, as_of)
where not rejected and (part, file_row_number) < last_place

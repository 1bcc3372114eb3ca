-- one row per row given, in its order, with what was found for it in place of what an earlier match found
with
rows_given as (
  select rowid as row_no, columns(lambda name: not starts_with(name, 'match_')) from given
),
found as (
  select
    rows_given.* exclude (row_no),
    results.product_id as match_product_id,
    results.method as match_method,
    results.confidence as match_confidence,
    coalesce(results.review, false) as match_review,
    results.reason as match_reason,
    results.detail as match_detail,
    results.candidate ->> '$.product_id' as match_candidate,
    (results.candidate ->> '$.confidence')::double as match_candidate_confidence
  from rows_given
  left join results on results.row_no = rows_given.row_no
  order by rows_given.row_no
)
select * from found

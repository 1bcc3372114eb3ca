-- one row per row matched, by the number of its row
create temp table results (
  row_no bigint, product_id varchar, method varchar, confidence double, review boolean, reason varchar,
  detail varchar, candidate json
)

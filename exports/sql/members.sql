-- one row per listing with its place in its product: the one that names it first, then in the order they came
with placed as (
  select
    rows.*,
    case when rows.listing_no = products.naming_listing_no then -1 else rows.listing_no end as place
  from categorised_rows as rows
  join products on products.product_key = rows.product_key
)

select * from placed

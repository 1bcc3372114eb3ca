-- one row per listing with its place in its product: the one that names it first, then in the order they came
with placed as (
  select
    catalogue_rows.*,
    assignments.product_key,
    assignments.variant_key,
    assignments.gtin_conflict,
    assignments.axes,
    feeds.seller,
    case when assignments.listing_no = products.naming_listing_no then -1 else assignments.listing_no end as place
  from assignments
  join products on products.product_key = assignments.product_key
  join feeds on feeds.feed_no = assignments.feed_no
  join catalogue_rows
    on catalogue_rows.listing_key = assignments.listing_key and catalogue_rows.feed_no = assignments.feed_no
)

select * from placed

-- one row per listing of a product; rank 0 names the product. Readers group them, so they need not be sorted
select
  products.product_no,
  assignments.listing_no,
  case when assignments.listing_no = products.naming_listing_no then 0 else 1 end::integer as rank
from assignments
join products using (product_key)

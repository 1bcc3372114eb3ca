-- one row per listing of a product, sorted by product and rank; rank 0 names the product
select products.product_no, assignments.listing_no
from assignments
join products using (product_key)
order by products.product_no, assignments.listing_no <> products.naming_listing_no, assignments.listing_no

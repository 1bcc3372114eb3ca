-- one row per listing of a part of the products, with its place in its product as in members.sql
select
  gathered.* exclude (listing_no),
  case when gathered.listing_no = products.naming_listing_no then -1 else gathered.listing_no end as place
from gathered
join products on products.product_key = gathered.product_key

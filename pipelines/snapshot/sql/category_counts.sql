-- one row per category that a live product's naming listing is in
select catalogue_rows.category, count(*)::integer as products
from products
join assignments on assignments.listing_no = products.naming_listing_no
join catalogue_rows
  on catalogue_rows.listing_key = assignments.listing_key and catalogue_rows.feed_no = assignments.feed_no
where catalogue_rows.category is not null and products.live_listings > 0
group by catalogue_rows.category

-- one row per live listing with its brand: its own, else the one that most listings of its product state
create or replace temp table branded as
with stated as (
  select assignments.listing_key, assignments.product_key, assignments.feed_no, catalogue_rows.brand
  from assignments
  join catalogue_rows using (listing_key)
  where catalogue_rows.gone_since is null
),

products as (
  select product_key, mode(brand order by brand) as brand
  from stated
  where brand is not null
  group by product_key
)

select stated.listing_key, feed_names.seller, coalesce(stated.brand, products.brand) as brand
from stated
join feed_names on feed_names.feed_no = stated.feed_no
left join products using (product_key)
where coalesce(stated.brand, products.brand) is not null

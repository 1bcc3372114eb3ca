-- one row per product with axes: the category that most of its listings are in, or nothing
create or replace temp table product_categories as
with counted as (
  select siblings.product_key, coalesce(rows.category, '') as category, count(*) as listings
  from siblings
  semi join variant_axes on variant_axes.product_key = siblings.product_key
  join (select listing_key, feed_no, category from catalogue_rows) as rows
    on rows.listing_key = siblings.listing_key and rows.feed_no = siblings.feed_no
  group by siblings.product_key, coalesce(rows.category, '')
)

select
  product_key,
  arg_min(category, (case when category = '' then 1 else 0 end, -listings, category)) as category
from counted
group by product_key

-- one row per review that may be of one of some products, for each of them: of its listings, its GTINs or its pages, which
-- $asked names (a JSON list); newest first
with asked as (
  select unnest(from_json($asked, '[{"product": "INTEGER", "key": "VARCHAR"}]'), recursive := true)
),

keyed as (
  select
    *,
    unnest([
      'sku ' || publisher || chr(31) || sku,
      'gtin ' || gtin,
      case when sku is null and gtin is null then 'page ' || url end
    ]) as key
  from product_reviews
),

found as (
  select distinct asked.product, keyed.* exclude (key)
  from keyed join asked using (key)
)

select
  product,
  publisher as seller,
  sku,
  review_id,
  rating,
  best_rating,
  worst_rating,
  title,
  text,
  author,
  strftime(created_at, '%Y-%m-%dT%H:%M:%SZ') as created_at,
  language
from found
qualify row_number() over (partition by product order by found.created_at desc, publisher, review_id) <= 20000
order by product, found.created_at desc, publisher, review_id

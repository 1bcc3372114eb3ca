-- one row per review that may be of a product: of its listings, its GTINs or its pages (each a JSON list); newest first
with named as (
  select
    from_json($listings, '["VARCHAR"]') as listings,
    from_json($gtins, '["VARCHAR"]') as gtins,
    from_json($pages, '["VARCHAR"]') as pages
)

select
  product_reviews.publisher as seller,
  product_reviews.sku,
  product_reviews.review_id,
  product_reviews.rating,
  product_reviews.best_rating,
  product_reviews.worst_rating,
  product_reviews.title,
  product_reviews.text,
  product_reviews.author,
  strftime(product_reviews.created_at, '%Y-%m-%dT%H:%M:%SZ') as created_at,
  product_reviews.language
from product_reviews, named
where list_contains(named.listings, product_reviews.publisher || chr(31) || product_reviews.sku)
  or list_contains(named.gtins, product_reviews.gtin)
  or (product_reviews.sku is null and product_reviews.gtin is null and list_contains(named.pages, product_reviews.url))
order by product_reviews.created_at desc, product_reviews.publisher, product_reviews.review_id
limit 20000

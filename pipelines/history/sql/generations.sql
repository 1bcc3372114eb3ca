-- one row per time that a seller gave a sku to another article: `base_key` is made of seller and sku alone,
-- `earlier_key` and `listing_key` are the listing until then and from then on; `feed_no` the feed that said so
create or replace temp table generations (
  feed_no usmallint, base_key ubigint, earlier_key ubigint, listing_key ubigint, generation integer, from_at timestamp
)

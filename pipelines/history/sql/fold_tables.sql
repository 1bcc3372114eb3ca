-- the tables that waves of runs are folded into; they start empty at every publication
create or replace temp table no_state_rows (
  feed_no usmallint, listing_key ubigint, currency varchar, price_minor bigint, landed_minor bigint, availability varchar,
  sku varchar, title varchar, brand varchar, gtin varchar, content_hash ubigint
);
create or replace temp table arrivals (feed_no usmallint, listing_key ubigint, came_at timestamp);
create or replace temp table new_changes (
  feed_no usmallint, listing_key ubigint, from_at timestamp, currency varchar, price_minor bigint, landed_minor bigint, availability varchar
);
create or replace temp table transitions (
  feed_no usmallint, listing_key ubigint, happened_at timestamp, kind varchar, currency_before varchar, currency_after varchar,
  price_before bigint, price_after bigint, availability_before varchar, availability_after varchar
);

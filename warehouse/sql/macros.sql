-- Macros that every warehouse connection has. Each one is the SQL twin of a pure rule in pipelines/domain; the
-- test named beside it holds the two together.

-- pipelines/domain/key.ts key64: parts joined by U+001F
create or replace temp macro key64(text) as md5_number_lower(text);
create or replace temp macro listing_key(seller, sku) as key64('listing' || chr(31) || seller || chr(31) || sku);
create or replace temp macro gtin_key(gtin14) as key64('gtin' || chr(31) || gtin14);
create or replace temp macro brand_mpn_key(brand, mpn) as key64('brand_mpn' || chr(31) || brand || chr(31) || mpn);
create or replace temp macro item_group_key(seller, id) as key64('item_group' || chr(31) || seller || chr(31) || id);
create or replace temp macro link_key(link) as key64('link' || chr(31) || link);
create or replace temp macro asin_key(asin) as key64('asin' || chr(31) || asin);
create or replace temp macro id64(prefix, key) as prefix || lpad(lower(to_hex(key)), 16, '0');

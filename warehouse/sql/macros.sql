-- Macros that every warehouse connection has. Each one is the SQL twin of a pure rule in pipelines/domain; the
-- test named beside it holds the two together.

-- pipelines/domain/key.ts (test/pipelines/domain/key.test.ts): key64 where ids come from it, DuckDB's own hash where
-- many millions of texts are only to be found again; parts joined by U+001F
create or replace temp macro key64(text) as md5_number_lower(text);
create or replace temp macro listing_key(seller, sku) as key64('listing' || chr(31) || seller || chr(31) || sku);
create or replace temp macro gtin_key(gtin14) as
  ((gtin14::ubigint::uhugeint * 11400714819323198485::uhugeint) & 18446744073709551615::uhugeint)::ubigint;
create or replace temp macro brand_mpn_key(brand, mpn) as hash('brand_mpn' || chr(31) || brand || chr(31) || mpn);
create or replace temp macro item_group_key(seller, id) as hash('item_group' || chr(31) || seller || chr(31) || id);
create or replace temp macro link_key(link) as hash('link' || chr(31) || link);
create or replace temp macro asin_key(asin) as hash('asin' || chr(31) || asin);
create or replace temp macro alias_key(kind, key) as
  xor(key::ubigint, case kind when 'product' then 8102649040412109153 else 8530224923198384481 end::ubigint);
create or replace temp macro id64(prefix, key) as prefix || lpad(lower(to_hex(key)), 16, '0');

-- pipelines/domain/gtin.ts readGtin (test/warehouse/gtin_sql.test.ts), of what is plainly a number: 12 to 14 digits, or eight
-- that do not begin with 0. All other codes are read by the rule itself, odd_gtin (pipelines/feeds/functions.ts).
-- A scan is one BIGINT: null missing, 0 malformed, positive the valid GTIN, -10^15 wrong check digit, other
-- negatives a restricted code.
-- 0 where the last digit is the check digit; digit k is n // 10^k - 10 * (n // 10^(k+1)), so no remainders are needed
create or replace temp macro gtin_sum(n) as
  (n + 3 * (n // 10) + n // 100 + 3 * (n // 1000) + n // 10000 + 3 * (n // 100000) + n // 1000000
    + 3 * (n // 10000000) + n // 100000000 + 3 * (n // 1000000000) + n // 10000000000
    + 3 * (n // 100000000000) + n // 1000000000000 + 3 * (n // 10000000000000)) % 10;
create or replace temp macro gtin_number_scan(n) as
  case
    when n <= 0 then n
    when gtin_sum(n) <> 0 then -1000000000000000
    when n between 600000000000 and 1999999999999 then n
    when n between 3000000000000 and 9519999999999 then n
    when n % 10000000000000 < 100000000 then
      case
        when n % 100000000 // 100000 between 100 and 199 then n
        when n % 100000000 // 100000 between 300 and 951 then n
        when n % 100000000 // 100000 >= 953 then n
        else -n
      end
    when n // 10000000000 % 1000 between 0 and 19 then n
    when n // 10000000000 % 1000 between 30 and 39 then n
    when n // 10000000000 % 1000 between 60 and 199 then n
    when n // 10000000000 % 1000 between 300 and 951 then n
    when n // 10000000000 % 1000 between 953 and 959 then n
    when n // 10000000000 % 1000 between 970 and 979 then n
    else -n
  end;
create or replace temp macro gtin_status_of(scan) as
  case
    when scan > 0 then 'valid'
    when scan is null then 'missing'
    when scan = 0 then 'malformed'
    when scan = -1000000000000000 then 'checksum'
    else 'restricted'
  end;
create or replace temp macro gtin14_of(scan) as
  case when scan > 0 then substr((scan + 100000000000000)::varchar, 2) end;
create or replace temp macro restricted_code_of(scan) as
  case when scan < 0 and scan > -1000000000000000 then substr((100000000000000 - scan)::varchar, 2) end;

-- a text as a cell of a CSV file that a spreadsheet may open: what would be a formula there gets an apostrophe
-- before it, as OWASP's page on CSV injection has it (test/warehouse/csv_cell.test.ts)
create or replace temp macro csv_cell(text) as
  case when regexp_matches(text, '^[=+\-@\t\r\n＝＋－＠]') then '''' || text else text end;

-- pipelines/text/fold.ts foldText, foldKey and pipelines/domain/title.ts categoryPath (test/warehouse/text_sql.test.ts);
-- plain ASCII, which most brands and part numbers are, takes the short way, all else the rule itself (`fold_text`, a
-- function in TypeScript); category_path is dear, so give it the distinct categories
create or replace temp macro fold_case(text) as
  case when strlen(text) = length(text) then lower(text) else fold_text(text) end;
create or replace temp macro fold_key(text) as
  case
    when strlen(text) = length(text) then regexp_replace(lower(text), '[^a-z0-9]+', '', 'g')
    else regexp_replace(fold_text(text), '[^\p{L}\p{M}\p{N}]+', '', 'g')
  end;
create or replace temp macro parts_of(folded) as
  list_filter(regexp_split_to_array(folded, '[^\p{L}\p{M}\p{N}]+'), lambda part: part <> '');
create or replace temp macro category_levels(raw) as
  list_filter(
    list_transform(regexp_split_to_array(fold_case(raw), '[>|]|[ \t]/[ \t]'),
      lambda level: array_to_string(parts_of(level), '_')),
    lambda level: level <> '');
create or replace temp macro category_path(raw) as
  list_transform([category_levels(raw)], lambda levels:
    case
      when len(levels) = 0 then null
      when len(levels) > 3 then levels[1] || '.' || levels[2] || '.' || levels[-1]
      else array_to_string(levels, '.')
    end)[1];

-- pipelines/domain/link.ts normaliseLink (test/warehouse/text_sql.test.ts)
create or replace temp macro link_query(query) as
  coalesce('?' || nullif(array_to_string(list_sort(list_filter(string_split(query, '&'), lambda parameter:
    parameter <> '' and not regexp_matches(parameter, '^(?:utm_[^=]*|gclid|gclsrc|dclid|gbraid|wbraid|gad_source|gad_campaignid|srsltid|_ga|_gl|fbclid|igshid|msclkid|yclid|ttclid|twclid|epik|mc_cid|mc_eid|mkt_tok|_hsenc|_hsmi|vero_id|oly_anon_id|oly_enc_id|s_kwcid|pk_campaign|pk_kwd|awc|zanpid|cjevent|irclickid|wickedid|cmpid|affid|ref_)(?:=|$)'))), '&'), ''), '');
create or replace temp macro link_host(authority) as
  case
    when regexp_full_match(authority, '[a-z0-9.-]+')
      then case when starts_with(authority, 'www.') then substr(authority, 5) else authority end
    else regexp_replace(regexp_replace(regexp_replace(
      translate(authority, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'),
      '(?s)^.*@', ''), '^www\.', ''), ':(80|443)$', '')
  end;
create or replace temp macro link_assembled(url) as
  list_transform(
    [regexp_extract(url, '^[\t-\r ]*[hH][tT][tT][pP][sS]?://([^/?#]+)([^?#]*)(?:\?([^#]*))?', ['authority', 'path', 'query'])],
    lambda parts: case when parts.authority <> '' then
      link_host(parts.authority)
        || case when ends_with(parts.path, '/') then regexp_replace(parts.path, '/+$', '') else parts.path end
        || case when parts.query = '' then '' else link_query(parts.query) end
    end)[1];
create or replace temp macro normalise_link(url) as
  case
    when regexp_full_match(url, 'https?://[a-z0-9.-]+(/[^?#\t-\r ]*[^/?#\t-\r ])?')
      then case
        when starts_with(url, 'https://www.') then substr(url, 13)
        when starts_with(url, 'https://') then substr(url, 9)
        when starts_with(url, 'http://www.') then substr(url, 12)
        else substr(url, 8)
      end
    when regexp_full_match(url, 'https?://[a-z0-9.-]+(/[^?#\t-\r ]*)?\?[^#\t-\r ]*')
      then regexp_replace(split_part(url, '?', 1), '^https?://(?:www\.)?|/+$', '', 'g')
        || link_query(substr(url, instr(url, '?') + 1))
    else link_assembled(regexp_replace(url, '[\t-\r ]+$', ''))
  end;

-- pipelines/domain/delivery.ts (test/warehouse/delivery_sql.test.ts): one tier that reaches its destination, and `landed`
create or replace temp macro tier_minor(price, price_currency, tier_currency, cost, free_from) as
  case
    when price_currency <> tier_currency then null
    when price >= free_from then 0::bigint
    else cost
  end;
create or replace temp macro landed_minor(price, delivery) as price + delivery;
create or replace temp macro weighed_minor(price, landed) as coalesce(landed, price);

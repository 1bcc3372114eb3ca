-- one row per observation time: what its rows look like before duplicates are judged
select
  as_of,
  count(*)::double as rows_read,
  count(*) filter (where not rejected)::double as accepted,
  count(problems)::double as with_problems,
  count(distinct listing_key) filter (where not rejected)::double as listings,
  count(*) filter (where not rejected and gtin_status = 'valid')::double as valid,
  count(*) filter (where not rejected and gtin_status = 'missing')::double as missing,
  count(*) filter (where not rejected and gtin_status = 'malformed')::double as malformed,
  count(*) filter (where not rejected and gtin_status = 'checksum')::double as checksum,
  count(*) filter (where not rejected and gtin_status = 'restricted')::double as restricted,
  -- what the rows are like that can be taken, repeated ids among them
  count(*) filter (where not rejected)::double as taken,
  approx_count_distinct(title) filter (where not rejected)::double as titles,
  count(*) filter (where not rejected and regexp_matches(title, '[ÃÂÐÑ×][\x{0080}-\x{00BF}\x{2013}-\x{2122}]|\x{FFFD}'))::double as garbled,
  count(*) filter (where not rejected and gtin_status = 'valid')::double as with_valid_gtin,
  count(*) filter (where not rejected and availability = 'in_stock')::double as in_stock,
  list_transform(map_entries(histogram(currency) filter (where not rejected)), lambda one: {'currency': one.key, 'rows': one.value::double}) as currencies,
  {
    'brand': count(brand) filter (where not rejected)::double,
    'mpn': count(mpn) filter (where not rejected)::double,
    'category': count(category) filter (where not rejected)::double,
    'url': count(url) filter (where not rejected)::double,
    'image_url': count(image_url) filter (where not rejected)::double
  } as filled,
  -- the nearest begin or end of a sale before and after the observation, epoch seconds
  epoch(greatest(max(sale_from) filter (where sale_from <= as_of), max(sale_to) filter (where sale_to < as_of) + interval 1 second)) as holds_from,
  epoch(least(min(sale_from) filter (where sale_from > as_of) - interval 1 second, min(sale_to) filter (where sale_to >= as_of))) as holds_to
from drafts
group by all
order by as_of

-- one row: what the rows are like that supplements are laid over, in the form of pipelines/feeds/sql/summary.sql
select
  count(*)::double as rows,
  approx_count_distinct(title)::double as titles,
  0::double as garbled,
  count(*) filter (where gtin_status = 'valid')::double as valid_gtins,
  count(*) filter (where availability = 'in_stock')::double as in_stock,
  list_transform(map_entries(histogram(currency)), lambda one: {'currency': one.key, 'rows': one.value::double}) as currencies,
  {
    'brand': count(brand)::double,
    'mpn': count(mpn)::double,
    'category': count(category)::double,
    'url': count(url)::double,
    'image_url': count(image_url)::double
  } as filled
from laid_rows

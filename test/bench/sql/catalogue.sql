-- one row per listing of one seller: item numbers of neighbouring sellers overlap by half, so every GTIN has two sellers
with numbered as (
  select i as row_no, (i + $seller::bigint * ($listings::bigint // 2)) % $items::bigint as item
  from range($listings::bigint) as t(i)
),

coded as (
  select
    numbered.*,
    hash(row_no, $seller) as dice,
    (400000000000 + item)::bigint as payload
  from numbered
),

checked as (
  select
    coded.*,
    (10 - (
      (payload % 10) * 3 + (payload // 10 % 10) + (payload // 100 % 10) * 3 + (payload // 1000 % 10)
      + (payload // 10000 % 10) * 3 + (payload // 100000 % 10) + (payload // 1000000 % 10) * 3 + (payload // 10000000 % 10)
      + (payload // 100000000 % 10) * 3 + (payload // 1000000000 % 10) + (payload // 10000000000 % 10) * 3
      + (payload // 100000000000 % 10)
    ) % 10) % 10 as check_digit
  from coded
)

select
  'SKU' || row_no as id,
  'Model ' || (item % 20000) || ' wireless speaker ' || (['red', 'blue', 'green', 'black'])[1 + item % 4] || ' ' || (item * 7919 % 997) || ' mm' as title,
  'Brand ' || (item % 5000) as brand,
  payload || check_digit::varchar as gtin,
  'MPN-' || item as mpn,
  (case
    when hash(dice, 'repriced') % 1000000 < $repriced then 450 + dice % 90000
    else 500 + dice % 100000
  end / 100)::decimal(12, 2) || ' USD' as price,
  case when dice % 10 = 0 then 'out of stock' else 'in stock' end as availability,
  'https://bench' || $seller || '.example.com/p/' || row_no as link,
  'https://cdn.example.com/i/' || item || '.jpg' as image_link,
  'Electronics > Audio > ' || (['Speakers', 'Headphones', 'Radios'])[1 + item % 3] as product_type,
  'new' as condition
from checked

-- one row per listing that shows best how a run (examples_after) differs from the one before (examples_before) by $kind;
-- three at most
with told as (
  select
    coalesce(later.sku, earlier.sku) as sku,
    coalesce(later.title, earlier.title) as title,
    earlier.sku is not null as was,
    later.sku is not null as remains,
    earlier.price_minor as price_before,
    later.price_minor as price_after,
    earlier.currency as currency_before,
    later.currency as currency_after,
    case $kind
      when 'renamed' then earlier.title
      when 'title' then earlier.title
      when 'gtin' then earlier.gtin
      when 'in_stock' then earlier.availability
      when 'brand' then earlier.brand
      when 'mpn' then earlier.mpn
      when 'category' then earlier.category
      when 'url' then earlier.url
      when 'image_url' then earlier.image_url
    end as text_before,
    case $kind
      when 'renamed' then later.title
      when 'title' then later.title
      when 'gtin' then later.gtin
      when 'in_stock' then later.availability
      when 'brand' then later.brand
      when 'mpn' then later.mpn
      when 'category' then later.category
      when 'url' then later.url
      when 'image_url' then later.image_url
    end as text_after
  from examples_before as earlier
  full join examples_after as later on later.sku = earlier.sku
)

select sku, title, price_before, price_after, currency_before, currency_after, text_before, text_after
from told
where case $kind
  when 'vanished' then not remains
  when 'appeared' then not was
  when 'price' then price_before <> price_after and currency_before = currency_after
  when 'currency' then currency_before <> currency_after
  when 'in_stock' then text_before = 'in_stock' and text_after <> 'in_stock'
  when 'title' then text_before <> text_after
  when 'renamed' then not list_has_any(string_split(lower(text_before), ' '), string_split(lower(text_after), ' '))
  else text_before is not null and text_after is null and remains
end
order by case when $kind = 'price' then abs(ln(price_after / price_before)) else coalesce(price_before, price_after) end desc, sku
limit 3

-- one row per store and listing of those that are asked for, where the store's stock is known
with wanted as (
  select unnest(from_json($wanted::json, '[{"seller": "VARCHAR", "sku": "VARCHAR"}]'), recursive := true)
)

select
  stock.publisher as seller,
  stock.sku,
  stores.name,
  stores.latitude,
  stores.longitude,
  stores.postal_code,
  stores.country,
  stock.quantity::double as quantity,
  stock.availability,
  coalesce(stock.sale_price_minor, stock.price_minor)::double as price_minor,
  stock.currency,
  case when stock.pickup_method = 'not_supported' or not stores.pickup then 'none' else stock.pickup_sla end as pickup_sla
from input_local_inventory as stock
join wanted on wanted.seller = stock.publisher and wanted.sku = stock.sku
join input_stores as stores on stores.publisher = stock.publisher and stores.store_code = stock.store_code

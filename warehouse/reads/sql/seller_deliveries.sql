-- one row per item of an order of the seller that was sent: when it was ordered and came; the newest orders
select
  epoch_ms(ordered_at)::double as ordered_ms,
  case when status = 'lost' then null else epoch_ms(delivered_at)::double end as delivered_ms,
  carrier,
  service,
  postal_code,
  country
from input_deliveries
where publisher = $seller
  and (status = 'lost' or (status in ('delivered', 'returned') and delivered_at >= ordered_at - interval 1 day))
order by ordered_at desc, order_id, sku
limit $most

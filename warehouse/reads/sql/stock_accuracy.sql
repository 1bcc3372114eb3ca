-- one row per seller with orders from $from to $now (epoch seconds): how many there were, and how many of them had an
-- item cancelled for want of stock
select
  publisher as seller,
  count(*)::integer as orders,
  count(*) filter (is_unfilled)::integer as unfilled
from (
  select
    publisher,
    order_id,
    bool_or(status = 'cancelled' and cancel_reason = 'out_of_stock') as is_unfilled
  from input_deliveries
  where epoch(ordered_at) >= $from and epoch(ordered_at) <= $now
  group by publisher, order_id
)
group by publisher

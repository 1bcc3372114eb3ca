-- one row per statement of the seller on returns
select
  sku,
  category,
  condition,
  returnable,
  window_days::integer as window_days,
  fee_minor::double as fee_minor,
  currency,
  restocking_pct,
  coalesce(restocking_applies_to, []) as restocking_applies_to,
  free_return,
  method,
  exchange_only,
  warranty_months::integer as warranty_months,
  warranty_by,
  strftime(holiday_from, '%Y-%m-%d') as holiday_from,
  strftime(holiday_to, '%Y-%m-%d') as holiday_to,
  strftime(holiday_until, '%Y-%m-%d') as holiday_until
from input_return_terms
where publisher = $seller
order by input_key

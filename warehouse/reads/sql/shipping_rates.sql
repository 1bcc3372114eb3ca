-- one row per shipping rate of the seller, in the order of its services
select
  service,
  country,
  region,
  coalesce(postal_codes, []) as postal_codes,
  coalesce(from_price_minor, 0)::double as from_price_minor,
  cost_minor::double as cost_minor,
  currency,
  carrier,
  origin_postal_code,
  coalesce(min_handling_days, 0)::integer as min_handling_days,
  coalesce(max_handling_days, greatest(1, coalesce(min_handling_days, 0)))::integer as max_handling_days,
  min_transit_days::integer as min_transit_days,
  max_transit_days::integer as max_transit_days,
  cutoff,
  time_zone,
  coalesce(po_box, true) as po_box
from input_shipping_rates
where publisher = $seller
order by service, country, region, from_price_minor, postal_codes

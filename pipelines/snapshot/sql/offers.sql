-- one row per listing as something to buy: what it costs delivered (infinite in another currency, which
-- compares with nothing), whether an order is taken: 0 yes, 1 not said, 2 no, 3 its feed no longer carries it; and its
-- condition: 0 new, 1 refurbished, 2 used
select
  assignments.listing_key,
  assignments.listing_no,
  rows.feed_no::integer as feed_no,
  case
    when rows.currency = $currency then weighed_minor(rows.price_minor, rows.landed_minor)::double
    else 'infinity'::double
  end as cost_minor,
  case
    when rows.gone_since is not null then 3
    when rows.availability in ('in_stock', 'low_stock', 'preorder', 'backorder') then 0
    when rows.availability = 'unknown' then 1
    else 2
  end::integer as stock,
  case rows.condition when 'new' then 0 when 'refurbished' then 1 else 2 end::integer as condition
from (select listing_key, feed_no, condition, currency, landed_minor, price_minor, availability, gone_since from catalogue_rows) as rows
join assignments on assignments.listing_key = rows.listing_key and assignments.feed_no = rows.feed_no

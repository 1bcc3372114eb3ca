-- one row per event, in the order of the log; the id is made from what happened, so a run told twice is one event
with named as (
  select
    key64('event' || chr(31) || transitions.kind || chr(31) || transitions.listing_key::varchar || chr(31) || epoch(transitions.happened_at)::bigint::varchar) as event_key,
    case transitions.kind
      when 'price' then 'price.changed'
      when 'availability' then 'availability.changed'
      else 'seller.changed'
    end as type,
    transitions.happened_at as created_at,
    feed_names.seller,
    transitions.listing_key,
    assignments.variant_key,
    assignments.product_key,
    case transitions.kind
      when 'price' then to_json({
        previous: {price_minor: transitions.price_before}, current: {price_minor: transitions.price_after}, currency: transitions.currency
      })
      when 'availability' then to_json({
        previous: {state: transitions.availability_before}, current: {state: transitions.availability_after}
      })
      else to_json({change: transitions.kind})
    end::varchar as payload
  from transitions
  join assignments using (listing_key)
  join feed_names on feed_names.feed_no = transitions.feed_no
)

select
  event_key, type, created_at, seller, listing_key, variant_key, product_key, payload
from named
order by created_at, event_key

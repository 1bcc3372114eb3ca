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
        previous: {price_minor: transitions.price_before, currency: transitions.currency_before},
        current: {price_minor: transitions.price_after, currency: transitions.currency_after}, currency: transitions.currency_after
      })
      when 'availability' then to_json({
        previous: {state: transitions.availability_before}, current: {state: transitions.availability_after}
      })
      else case
        when transitions.kind = 'removed' and followed.listing_key is not null then
          to_json({change: 'removed', reason: 'sku_reused', next_offer_id: id64('off_', followed.listing_key)})
        when transitions.kind = 'added' and begun.listing_key is not null then
          to_json({change: 'added', reason: 'sku_reused', previous_offer_id: id64('off_', begun.earlier_key)})
        else to_json({change: transitions.kind})
      end
    end::varchar as payload
  from transitions
  join assignments using (listing_key)
  join feed_names on feed_names.feed_no = transitions.feed_no
  left join generations as begun
    on begun.listing_key = transitions.listing_key and begun.from_at = transitions.happened_at
  left join generations as followed
    on followed.earlier_key = transitions.listing_key and followed.from_at = transitions.happened_at
)

select
  event_key, type, created_at, seller, listing_key, variant_key, product_key, payload
from named
order by created_at, event_key

-- one row per event of the batch, in its order; one that is in the log already is left as it is
insert into event_log (id, type, created_at, seller, product_id, variant_id, offer_id, owner, payload)
select
  event ->> 'id', event ->> 'type', event ->> 'created_at', event ->> 'seller', event ->> 'product_id',
  event ->> 'variant_id', event ->> 'offer_id', event ->> 'owner', event ->> 'payload'
from json_array_elements($events::json) with ordinality as events (event, place)
order by place
on conflict (id) do nothing

-- one row per event of the batch, in its order; one that is in the log already is left as it is
insert into event_log (id, type, created_at, seller, product_id, variant_id, offer_id, owner, payload)
select
  value ->> 'id', value ->> 'type', value ->> 'created_at', value ->> 'seller', value ->> 'product_id',
  value ->> 'variant_id', value ->> 'offer_id', value ->> 'owner', value ->> 'payload'
from json_each($events)
where true -- tells the parser that `on conflict` is not a join
order by cast(key as integer)
on conflict (id) do nothing

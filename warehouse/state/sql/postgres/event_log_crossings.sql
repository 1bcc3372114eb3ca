-- one row per crossing of a threshold that was told at the moment of one of some events, with whether its watch was told
-- none of the same product after it
select
  crossing.*,
  not exists (
    select 1
    from event_log as later
    where later.product_id = crossing.product_id
      and later.type = 'price.threshold_crossed'
      and later.seq > crossing.seq
      and (later.payload::json ->> 'watch_id') = (crossing.payload::json ->> 'watch_id')
      and (later.payload::json ->> 'corrects') is null
  ) as is_last
from event_log as crossing
where crossing.created_at in (select event.created_at from event_log as event where event.id in (select json_array_elements_text($ids::json)))
  and crossing.type = 'price.threshold_crossed'
  and (crossing.payload::json ->> 'corrects') is null
order by crossing.seq

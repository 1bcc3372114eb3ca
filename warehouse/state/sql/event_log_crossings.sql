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
      and (later.payload ->> 'watch_id') = (crossing.payload ->> 'watch_id')
      and (later.payload ->> 'corrects') is null
  ) as is_last
from event_log as crossing
where crossing.created_at in (select event.created_at from event_log as event where event.id in (select value from json_each($ids)))
  and crossing.type = 'price.threshold_crossed'
  and (crossing.payload ->> 'corrects') is null
order by crossing.seq

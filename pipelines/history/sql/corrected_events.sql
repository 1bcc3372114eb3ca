-- one row per event, with its file (none of what is told only now): those that told a price which a listing of
-- rebuilt_keys never had, by its series as it is now, with what corrects them, and behind them, told at $told_at, the step
-- from that price to the right one
create or replace temp table events_corrected as
with told as (
  select *
  from stored_events
  semi join rebuilt_keys using (listing_key)
  where type = 'price.changed'
    and (payload::json ->> 'corrects') is null
    and (payload::json ->> 'retracted_by') is null
),

points as (
  select all_changes.* from all_changes semi join rebuilt_keys using (listing_key)
),

wrong as (
  select
    told.*,
    points.price_minor,
    points.currency,
    key64('corrected' || chr(31) || told.event_key::varchar || chr(31) || $told_at) as correction_key
  from told
  asof join points on told.listing_key = points.listing_key and told.created_at >= points.from_at
  where points.price_minor <> (told.payload::json ->> '$.current.price_minor')::bigint
)

select stored_events.*, false as is_marked from stored_events anti join wrong using (event_key)
union all by name
select
  * exclude (price_minor, currency, correction_key) replace (
    json_merge_patch(payload::json, json_object('retracted_by', id64('evt_', correction_key)))::varchar as payload
  ),
  true as is_marked
from wrong
union all by name
select
  * exclude (price_minor, currency, correction_key) replace (
    correction_key as event_key,
    $told_at::timestamp as created_at,
    null as filename,
    json_merge_patch(
      payload::json,
      json_object(
        'previous', (payload::json -> 'current'),
        'current', {price_minor: price_minor, currency: currency},
        'currency', currency,
        'corrects', id64('evt_', event_key)
      )
    )::varchar as payload
  ),
  true as is_marked
from wrong

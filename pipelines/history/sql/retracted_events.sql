-- one row per event, with its file (none of what is told only now): those of the run whose points are retracted_points
-- with what takes them back, and behind them the same transitions the other way round, told at $told_at
create or replace temp table events_retracted as
with taken_back as (
  select
    told.*,
    key64('retracted' || chr(31) || told.event_key::varchar || chr(31) || $told_at) as correction_key
  from stored_events as told
  semi join retracted_points
    on retracted_points.listing_key = told.listing_key and retracted_points.from_at = told.created_at
  where told.type in ('price.changed', 'availability.changed', 'seller.changed')
    and (told.payload::json ->> 'corrects') is null
    and (told.payload::json ->> 'retracted_by') is null
),

opposite as (
  select
    * exclude (correction_key) replace (
      correction_key as event_key,
      $told_at::timestamp as created_at,
      null as filename,
      json_merge_patch(
        case type
          when 'seller.changed' then json_object(
            'change', case (payload::json ->> 'change') when 'added' then 'removed' else 'added' end
          )
          when 'price.changed' then json_object(
            'previous', (payload::json -> 'current'),
            'current', (payload::json -> 'previous'),
            'currency', coalesce((payload::json ->> '$.previous.currency'), (payload::json ->> 'currency'))
          )
          else json_object('previous', (payload::json -> 'current'), 'current', (payload::json -> 'previous'))
        end,
        json_object('corrects', id64('evt_', event_key))
      )::varchar as payload
    ),
    true as is_marked
  from taken_back
)

select stored_events.*, false as is_marked from stored_events anti join taken_back using (event_key)
union all by name
select
  * exclude (correction_key) replace (
    json_merge_patch(payload::json, json_object('retracted_by', id64('evt_', correction_key)))::varchar as payload
  ),
  true as is_marked
from taken_back
union all by name
select * from opposite

-- one row per key and day of the batch, added to what is there
insert into usage (key_id, day, calls, units)
select value ->> 'key_id', value ->> 'day', value ->> 'calls', value ->> 'units'
from json_each($batch)
where true -- tells the parser that `on conflict` is not a join
on conflict (key_id, day) do update
set calls = usage.calls + excluded.calls, units = usage.units + excluded.units

-- one row per key and day of the batch, added to what is there
insert into usage (key_id, day, calls, units)
select key_id, day, calls, units
from json_to_recordset($batch::json) as batch (key_id text, day text, calls bigint, units double precision)
on conflict (key_id, day) do update
set calls = usage.calls + excluded.calls, units = usage.units + excluded.units

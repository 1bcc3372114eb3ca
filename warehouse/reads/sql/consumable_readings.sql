-- one row per listing that may say what it fits, with all its readings
select listing_key::varchar as listing_key, readings
from consumable_readings
where regexp_matches(readings, $pattern)

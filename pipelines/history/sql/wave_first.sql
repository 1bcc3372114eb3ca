-- one row per listing of a feed's first run: its first change point
insert into new_changes
select wave_first.feed_no, listing_key, wave_runs.as_of, currency, price_minor, landed_minor, availability
from wave_first
join wave_runs using (feed_no)


-- one row per listing that this wave lost, with all it last said; one that came back is taken out
delete from vanished using wave_after
where vanished.feed_no = wave_after.feed_no and vanished.listing_key = wave_after.listing_key;
insert into vanished by name
select wave_runs.as_of as gone_at, wave_lost.*
from wave_lost
join wave_difference using (feed_no, listing_key)
join wave_runs using (feed_no)
where wave_difference.vanished;

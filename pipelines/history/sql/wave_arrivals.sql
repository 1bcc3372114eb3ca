-- one row per listing that a feed whose seller has several took up in this wave
insert into arrivals
select wave_difference.feed_no, wave_difference.listing_key, wave_runs.as_of
from wave_difference
join wave_runs using (feed_no)
semi join shared_feeds using (feed_no)
where wave_difference.appeared
union all
select new_changes.feed_no, new_changes.listing_key, new_changes.from_at
from new_changes
join wave_runs on wave_runs.feed_no = new_changes.feed_no and wave_runs.as_of = new_changes.from_at
semi join shared_feeds on shared_feeds.feed_no = new_changes.feed_no
where wave_runs.is_first

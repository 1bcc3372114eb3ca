-- one row per listing whose row describes it otherwise than the one before, or than when it vanished
create or replace temp table wave_redescribed as
select wave_after.feed_no, wave_after.listing_key, false as had_vanished
from wave_after
join wave_before using (feed_no, listing_key)
where wave_after.content_hash <> wave_before.content_hash
union all
select wave_after.feed_no, wave_after.listing_key, true
from wave_after
join vanished using (listing_key)
where wave_after.content_hash <> vanished.content_hash

-- one row per listing whose row describes it otherwise than the one before, or than when it vanished; is_renamed where it
-- has another valid GTIN, or a title without a common word
create or replace temp table wave_redescribed as
select
  wave_after.feed_no,
  wave_after.listing_key,
  false as had_vanished,
  coalesce(wave_after.gtin <> wave_before.gtin, false)
    or not list_has_any(string_split(lower(wave_after.title), ' '), string_split(lower(wave_before.title), ' ')) as is_renamed
from wave_after
join wave_before using (feed_no, listing_key)
where wave_after.content_hash <> wave_before.content_hash
union all
select wave_after.feed_no, wave_after.listing_key, true, false
from wave_after
join vanished using (listing_key)
where wave_after.content_hash <> vanished.content_hash

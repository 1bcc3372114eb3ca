-- one row per listing whose document must be written anew: its history, its row or its place has changed; which columns
-- of the last two count is in warehouse/listing_fields.ts
create or replace temp table touched as
select listing_key from new_changes
union
select listing_key from retracted_keys
union
select listing_key from rebuilt_keys
union
select listing_key from (from rows_now except from rows_then)
union
select listing_key from (from places_now except from places_then)
union
select listing_key from assignments semi join reread_feeds using (feed_no)
union
select listing_key from (from placements except from placements_before)

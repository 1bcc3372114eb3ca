-- one row per change point of every feed: of the earlier ones those of rebuilt feeds and those that another feed
-- speaks instead of now are left out, the new ones added
create or replace temp table changes_rebuilt as
select standing_changes.*
from standing_changes
anti join superseded_changes using (listing_key, from_at)
union all by name
select * from new_changes

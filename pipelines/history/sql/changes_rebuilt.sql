-- one row per change point of every feed: earlier ones of the rebuilt feeds are left out, their new ones added
create or replace temp table changes_rebuilt as
select earlier_changes.*
from earlier_changes
anti join rebuilt_feeds using (feed_no)
union all
select * from new_changes

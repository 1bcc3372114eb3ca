-- one row per listing whose history is more than one change point
create or replace temp table long_histories as
select listing_key
from all_changes
group by listing_key
having count(*) > 1

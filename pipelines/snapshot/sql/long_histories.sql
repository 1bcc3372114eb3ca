-- one row per listing whose history is more than one change point; `mixed`: in more than one currency
create or replace temp table long_histories as
select listing_key, coalesce(min(currency) <> max(currency), false) as mixed
from all_changes
group by listing_key
having count(*) > 1

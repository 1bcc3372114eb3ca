-- one row per decision about one pair of listings, oldest first
select left_key, right_key, verdict, left_content, right_content, note, decided_by, decided_at
from match_decisions
where left_key = $left_key and right_key = $right_key
order by decision_no

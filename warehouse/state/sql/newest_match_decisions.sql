-- one row per pair of listings that a person decided on: the decision made last, whatever its clock said
select left_key, right_key, verdict, left_content, right_content, note, decided_by, decided_at
from match_decisions
where decision_no in (select max(decision_no) from match_decisions group by left_key, right_key)
order by left_key, right_key

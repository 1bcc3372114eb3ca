-- one row per combination of the forms of numbers that rows have: how many
select number_forms, count(*)::double as rows
from drafts
group by all

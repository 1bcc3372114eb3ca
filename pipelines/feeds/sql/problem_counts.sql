-- one row per observation time, severity and code: how many
select as_of, severity, code, count(*)::double as rows
from problems
group by all
order by all

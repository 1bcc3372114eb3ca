-- one row per observation time and GTIN status: how many duplicates are left out
select as_of, gtin_status, count(*)::double as rows
from duplicates
group by all

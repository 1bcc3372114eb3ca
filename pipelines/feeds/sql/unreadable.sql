-- one row per stretch of a delimited file that the strict reader refused
select line_byte_position - 1 as position, any_value(csv_line) as text
from feed_rejects
group by all
order by all

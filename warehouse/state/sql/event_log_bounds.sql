-- one row: the newest event of the log and the newest that has been dropped from it
select coalesce((select max(seq) from event_log), event_log_mark.dropped_seq) as last_seq, dropped_seq
from event_log_mark

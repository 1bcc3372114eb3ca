-- one row: the mark of the log, with what has been dropped from it
update event_log_mark
set dropped_seq = max(dropped_seq, coalesce((select min(seq) - 1 from event_log where created_at >= $oldest), 0))

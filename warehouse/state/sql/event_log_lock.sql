-- one row: the mark of the log; a transaction is alone here anyway
select id from event_log_mark

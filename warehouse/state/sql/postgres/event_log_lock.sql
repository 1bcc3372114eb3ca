-- one row: the mark of the log, held until the transaction ends, so that events come one batch after another
select id from event_log_mark for update

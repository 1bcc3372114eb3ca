-- one row per event from before the oldest one that is young enough
delete from event_log
where seq < coalesce((select min(seq) from event_log where created_at >= $oldest), 0)

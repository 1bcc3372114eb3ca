-- one row per file of events: how far the log has taken it in, if it stood as it was believed to
insert into event_parts (part_key, rows_taken)
values ($part, $taken)
on conflict (part_key) do update set rows_taken = excluded.rows_taken
where event_parts.rows_taken = $from

-- one row per decision about two listings: the new one
insert into match_decisions (left_key, right_key, verdict, left_content, right_content, note, decided_by, decided_at)
values ($left_key, $right_key, $verdict, $left_content, $right_content, $note, $decided_by, $decided_at)

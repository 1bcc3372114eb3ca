-- one row per run that a person decided on; the first decision stands
insert into run_decisions (run_id, decision, decided_by, decided_at)
values ($run_id, 'accepted', $decided_by, $decided_at)
on conflict (run_id) do nothing

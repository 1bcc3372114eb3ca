-- one row per run that a person decided on; what is said again stands as it was first said, another word takes its place
insert into run_decisions (run_id, decision, decided_by, decided_at, reason, seller, feed, as_of)
values ($run_id, $decision, $decided_by, $decided_at, $reason, $seller, $feed, $as_of)
on conflict (run_id) do update set
  decision = excluded.decision,
  decided_by = excluded.decided_by,
  decided_at = excluded.decided_at,
  reason = excluded.reason,
  seller = excluded.seller,
  feed = excluded.feed,
  as_of = excluded.as_of
where run_decisions.decision <> excluded.decision

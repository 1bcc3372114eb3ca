-- one row per feed and moment that a factor of its prices begins at; said again it is replaced
insert into price_factors (seller, feed, from_at, factor, decided_by, decided_at, reason)
values ($seller, $feed, $from_at, $factor, $decided_by, $decided_at, $reason)
on conflict (seller, feed, from_at) do update set
  factor = excluded.factor,
  decided_by = excluded.decided_by,
  decided_at = excluded.decided_at,
  reason = excluded.reason

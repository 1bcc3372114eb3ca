-- one row per watch; secrets are sealed where the operator gave a key
create table watches (
  id text primary key,
  owner text not null,
  target_kind text not null check (target_kind in ('product', 'seller', 'brand', 'category')),
  target text not null,
  target_seller text,
  condition text not null,
  value_minor integer,
  percent real,
  callback_url text not null,
  status text not null check (status in ('active', 'paused', 'disabled')),
  disabled_reason text,
  event_parts integer not null,
  created_at text not null,
  expires_at text,
  secret text not null,
  previous_secret text,
  previous_secret_until text
) strict;

create index watches_by_owner on watches (owner, created_at, id);

-- one row per watch and product it has looked at: whether its threshold is crossed, what a drop is counted from, and the
-- lowest landed price as it was last looked at (epoch seconds)
create table watch_states (
  watch_id text not null references watches (id) on delete cascade,
  scope text not null,
  is_crossed integer not null,
  base_minor integer,
  last_minor integer,
  last_at integer not null,
  primary key (watch_id, scope)
) strict, without rowid;

-- one row per event that is to reach a watch's callback; `endpoint` is the callback's origin, `body` what is sent
create table deliveries (
  id text primary key,
  watch_id text not null references watches (id) on delete cascade,
  event_id text not null,
  endpoint text not null,
  body text not null,
  state text not null check (state in ('pending', 'held', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_attempt_ms integer not null,
  lease_until_ms integer not null default 0,
  lease text,
  created_ms integer not null,
  ended_ms integer,
  unique (watch_id, event_id)
) strict;

create index deliveries_due on deliveries (endpoint, next_attempt_ms, id) where state = 'pending';
create index deliveries_by_lease on deliveries (lease) where lease is not null;
create index deliveries_by_watch on deliveries (watch_id, created_ms, id);
create index deliveries_by_end on deliveries (ended_ms) where ended_ms is not null;

-- one row per attempt of a delivery: what was answered (its first bytes) or what went wrong
create table delivery_attempts (
  delivery_id text not null references deliveries (id) on delete cascade,
  attempt_no integer not null,
  at text not null,
  duration_ms integer not null,
  status integer,
  error text,
  answer text,
  primary key (delivery_id, attempt_no)
) strict;

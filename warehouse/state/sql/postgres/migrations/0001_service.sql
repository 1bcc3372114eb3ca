-- one row per API key; only the SHA-256 of the key itself is kept
create table keys (
  id text primary key,
  hash bytea not null unique check (length(hash) = 32),
  owner text not null,
  label text not null,
  scopes text not null,
  created_at text not null,
  expires_at text,
  revoked_at text
);

-- one row per secret the service made for itself
create table secrets (
  name text primary key,
  value bytea not null
);

-- one row per key and day (UTC)
create table usage (
  key_id text not null,
  day text not null,
  calls bigint not null,
  units double precision not null,
  primary key (key_id, day)
);

-- one row per Idempotency-Key in use; status is null while the first request runs
create table idempotency (
  owner text not null,
  operation text not null,
  idempotency_key text not null,
  fingerprint text not null,
  token text not null unique,
  status bigint,
  body text,
  expires_at_ms bigint not null,
  primary key (owner, operation, idempotency_key)
);

create index idempotency_by_expiry on idempotency (expires_at_ms);

-- one row per run that a person decided on
create table run_decisions (
  run_id text primary key,
  decision text not null,
  decided_by text not null,
  decided_at text not null
);

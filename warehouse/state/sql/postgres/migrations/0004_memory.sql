-- one row per namespace of an owner that something was stored in; `items` counts those that are there
create table memory_namespaces (
  namespace_no bigint generated always as identity primary key,
  owner text not null,
  name text not null,
  items bigint not null default 0,
  next_item_no bigint not null default 0,
  unique (owner, name)
);

-- one row per fact; `model` names what its vector is of, null where it has none
create table memory_items (
  id text primary key,
  namespace_no bigint not null references memory_namespaces (namespace_no) on delete cascade,
  item_no bigint not null,
  text text not null,
  constraints text,
  metadata text,
  created_at text not null,
  expires_at text,
  model text,
  unique (namespace_no, item_no)
);

create index memory_items_by_expiry on memory_items (expires_at) where expires_at is not null;

-- one row per word of a fact
create table memory_words (
  namespace_no bigint not null references memory_namespaces (namespace_no) on delete cascade,
  word text not null,
  item_no bigint not null,
  primary key (namespace_no, word, item_no)
);

-- one row per block of facts: their vectors one after another by item_no, zeros where there is none
create table memory_vectors (
  namespace_no bigint not null references memory_namespaces (namespace_no) on delete cascade,
  model text not null,
  block_no bigint not null,
  vectors bytea not null,
  primary key (namespace_no, model, block_no)
);

-- one row per event in the order it was published; `owner` alone sees what belongs to a watch of theirs
create table event_log (
  seq integer primary key autoincrement,
  id text not null unique,
  type text not null,
  created_at text not null,
  seller text,
  product_id text,
  variant_id text,
  offer_id text,
  owner text,
  payload text not null check (json_valid(payload))
) strict;

create index event_log_by_type on event_log (type, seq);
create index event_log_by_seller on event_log (seller, seq);
create index event_log_by_offer on event_log (offer_id, seq);
create index event_log_by_product on event_log (product_id, seq);
create index event_log_by_time on event_log (created_at, seq);

-- one row per file of events that the log has taken in, as far as it has
create table event_parts (
  part_key text primary key,
  rows_taken integer not null
) strict, without rowid;

-- one row: how many files of events the newest snapshot has that is all in the log, and the newest event that has been
-- dropped from it
create table event_log_mark (
  id integer primary key check (id = 1),
  parts integer not null,
  dropped_seq integer not null
) strict;

insert into event_log_mark (id, parts, dropped_seq) values (1, 0, 0);

-- one row per decision of a person about two listings, in the order they were made; nothing is ever changed or removed.
-- Keys and content hashes are unsigned 64-bit numbers, more than its integers hold: 16 hexadecimal digits
create table match_decisions (
  decision_no bigint generated always as identity primary key,
  left_key text not null check (length(left_key) = 16),
  right_key text not null check (length(right_key) = 16),
  verdict text not null check (verdict in ('same', 'different')),
  left_content text not null check (length(left_content) = 16),
  right_content text not null check (length(right_content) = 16),
  note text,
  decided_by text not null,
  decided_at text not null,
  check (left_key < right_key)
);

create index match_decisions_by_pair on match_decisions (left_key, right_key, decision_no);

-- one row per moment from which a person said that a feed's prices are to be multiplied; the last word about a moment holds
create table price_factors (
  seller text not null,
  feed text not null,
  from_at text not null,
  factor text not null,
  decided_by text not null,
  decided_at text not null,
  reason text,
  primary key (seller, feed, from_at)
)

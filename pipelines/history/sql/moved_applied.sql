-- the tables of the fold as they stand once the listings that moved between feeds have one series each
delete from new_changes using moved_keys where new_changes.listing_key = moved_keys.listing_key;
insert into new_changes by name
select feed_no, listing_key, from_at, currency, price_minor, landed_minor, availability
from moved_points
where kept and is_new;
delete from transitions using moved_keys where transitions.listing_key = moved_keys.listing_key;
insert into transitions by name select * from moved_transitions;
-- the feed that spoke of it last is the one that has it or lost it
delete from vanished using (
  select listing_key, arg_max(feed_no, from_at) as feed_no from moved_points where stands group by listing_key
) as holders
where vanished.listing_key = holders.listing_key and vanished.feed_no <> holders.feed_no;
insert into superseded_changes
select listing_key, from_at from moved_points where not is_new and not stands;

-- one row per listing that differs between a feed's last accepted run (wave_before) and its next one (wave_after)
create or replace temp table wave_difference as
select
  coalesce(after_run.feed_no, before_run.feed_no) as feed_no,
  coalesce(after_run.listing_key, before_run.listing_key) as listing_key,
  after_run.listing_key is null as vanished,
  before_run.listing_key is null as appeared,
  before_run.currency as currency_before,
  after_run.currency as currency_after,
  before_run.price_minor as price_before,
  after_run.price_minor as price_after,
  before_run.landed_minor as landed_before,
  after_run.landed_minor as landed_after,
  before_run.availability as availability_before,
  after_run.availability as availability_after
from wave_after as after_run
full join wave_before as before_run
  on after_run.listing_key = before_run.listing_key and after_run.feed_no = before_run.feed_no
where after_run.listing_key is null
  or before_run.listing_key is null
  or after_run.price_minor <> before_run.price_minor
  or after_run.currency <> before_run.currency
  or after_run.landed_minor is distinct from before_run.landed_minor
  or after_run.availability <> before_run.availability

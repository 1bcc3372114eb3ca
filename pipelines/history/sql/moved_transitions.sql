-- one row per transition of a listing that moved between feeds: what its one series tells, and has not told before
create or replace temp table moved_transitions as
with told as (
  select distinct listing_key, created_at, type from earlier_events semi join moved_keys using (listing_key)
),

steps as (
  select
    moved_points.*,
    coalesce(availability_before, 'gone') = 'gone' as was_gone,
    availability = 'gone' as is_gone
  from moved_points
  join shared_feeds using (feed_no)
  where kept and is_new and not shared_feeds.silent
),

found as (
  select *, 'removed' as kind, 'seller.changed' as type from steps where is_gone and not was_gone
  union all
  select *, 'added', 'seller.changed' from steps where was_gone and not is_gone and availability_before is not null
  union all
  -- of a listing that no feed had before, the run that brought it has said whether that is news
  select steps.*, 'added', 'seller.changed'
  from steps
  semi join transitions
    on transitions.listing_key = steps.listing_key and transitions.feed_no = steps.feed_no
    and transitions.happened_at = steps.from_at and transitions.kind = 'added'
  where availability_before is null
  union all
  select *, 'price', 'price.changed'
  from steps
  where not was_gone and not is_gone and (price_minor <> price_before or currency <> currency_before)
  union all
  select *, 'availability', 'availability.changed'
  from steps
  where not was_gone and not is_gone and availability <> availability_before
)

select
  found.feed_no,
  found.listing_key,
  found.from_at as happened_at,
  found.kind,
  found.currency_before,
  found.currency as currency_after,
  found.price_before,
  found.price_minor as price_after,
  found.availability_before,
  found.availability as availability_after
from found
anti join told
  on told.listing_key = found.listing_key and told.created_at = found.from_at and told.type = found.type

-- one row per listing that something is known of beside its record: a code for use in shops, a sku that named another
-- article before, a match that lost probability (times in epoch seconds)
select
  listing_key::varchar as listing_key,
  coalesce(bool_or(restricted), false) as has_restricted_code,
  max(reused_at) as sku_reused_at,
  max(degraded_at) as match_degraded_at
from (
  select listing_key, true as restricted, null::double as reused_at, null::double as degraded_at
  from catalogue
  where gtin_status = 'restricted'
  union all
  select listing_key, null, epoch(from_at), null
  from generations
  union all
  select listing_key, null, null, epoch(created_at)
  from events
  where type = 'match.degraded'
)
group by listing_key

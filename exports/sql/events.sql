-- one row per event, with the product and variant that its listing belongs to now
with placed as (
  select
    events.*  exclude (product_key, variant_key, payload),
    events.payload::json as payload,
    coalesce(assignments.product_key, events.product_key) as product_key,
    coalesce(assignments.variant_key, events.variant_key) as variant_key
  from events
  left join assignments on assignments.listing_key = events.listing_key
),

spelled as (
  select
    *,
    id64('evt_', event_key) as id,
    id64('off_', listing_key) as offer_id,
    id64('prd_', product_key) as product_id,
    id64('var_', variant_key) as variant_id
  from placed
)

select * from spelled

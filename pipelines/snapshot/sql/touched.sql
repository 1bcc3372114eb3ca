-- one row per listing whose document must be written anew: its row, its history or its place has changed
create or replace temp table touched as
with moved as (
  select distinct listing_key from new_changes
),

rewritten as (
  select rows_now.listing_key
  from rows_now
  anti join rows_then
    on rows_now.listing_key = rows_then.listing_key
    and rows_now.content_hash = rows_then.content_hash
    and rows_now.list_price_minor is not distinct from rows_then.list_price_minor
    and rows_now.delivery_minor is not distinct from rows_then.delivery_minor
),

replaced as (
  select assignments.listing_key
  from assignments
  anti join assignments_before
    on assignments.listing_key = assignments_before.listing_key
    and assignments.variant_key = assignments_before.variant_key
    and assignments.product_key = assignments_before.product_key
    and assignments.method = assignments_before.method
    and assignments.confidence = assignments_before.confidence
    and assignments.gtin_conflict = assignments_before.gtin_conflict
)

select listing_key from moved
union
select listing_key from rewritten
union
select listing_key from replaced

-- one row per id that no longer names anything: what most of its listings became
create or replace temp table redirects as
with keys_now as (
  select variant_key as key from assignments
  union
  select product_key from assignments
),

moved as (
  select assignments_before.product_key as old_key, assignments.product_key as new_key
  from assignments_before
  join assignments using (listing_key)
  where assignments_before.product_key <> assignments.product_key
  union all
  select assignments_before.variant_key, assignments.variant_key
  from assignments_before
  join assignments using (listing_key)
  where assignments_before.variant_key <> assignments.variant_key
),

fresh as (
  select old_key, arg_min(new_key, (-listings, new_key)) as new_key
  from (select old_key, new_key, count(*) as listings from moved group by old_key, new_key)
  group by old_key
),

standing as (
  select
    redirects_before.old_key,
    coalesce(fresh.new_key, redirects_before.new_key) as new_key
  from redirects_before
  left join fresh on fresh.old_key = redirects_before.new_key
  where redirects_before.old_key not in (select old_key from fresh)
),

all_redirects as (
  select * from fresh
  union all
  select * from standing
)

select all_redirects.old_key, all_redirects.new_key
from all_redirects
semi join keys_now as targets on targets.key = all_redirects.new_key
anti join keys_now as living on living.key = all_redirects.old_key

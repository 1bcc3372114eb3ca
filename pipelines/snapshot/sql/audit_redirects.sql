-- one row: redirects that lead to no variant and no product
with targets as (
  select distinct new_key from redirects
)

select count(*) as redirects_lead_somewhere
from targets
anti join (
  select variant_key as new_key from assignments semi join targets on targets.new_key = assignments.variant_key
  union all
  select product_key from assignments semi join targets on targets.new_key = assignments.product_key
) as living using (new_key)

-- one row per GTIN whose listings may be different things: brands differ or are missing, or one feed has it twice
create or replace temp table gtin_suspects as
with shared as (
  select
    gtin_key,
    min(brand_key) is distinct from max(brand_key) or count(brand_key) < count(*) as brand_unsure
  from identities
  where gtin_key is not null
  group by gtin_key
  having count(*) > 1
),

repeated as (
  select distinct gtin_key
  from (
    select gtin_key from identities where gtin_key is not null group by gtin_key, feed_no having count(*) > 1
  )
)

select shared.gtin_key
from shared
left join repeated using (gtin_key)
where shared.brand_unsure or repeated.gtin_key is not null

-- one row per item and day that its chain was seen on: what it cost then
create or replace table price_days as
with stretches as (
  select item, "from", price_minor, lead("from") over (partition by item order by "from") as "until"
  from read_parquet($changes)
)

select days.day::date as day, stretches.item, stretches.price_minor
from stretches
join read_parquet($seen) as seen using (item)
join read_csv($days) as days
  on days.day >= greatest(stretches."from", seen.first_seen)
  and days.day <= seen.last_seen
  and (stretches."until" is null or days.day < stretches."until")

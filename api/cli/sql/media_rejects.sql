-- one row per address that could not be taken the last time it was asked for, the newest first
select
  array_to_string(sellers, ', ') as sellers,
  address,
  code,
  detail,
  attempts::varchar as attempts,
  strftime(next_at, '%Y-%m-%d %H:%M') as next_at,
  count(*) over ()::varchar as total
from media_sources
where code is not null
order by checked_at desc, address
limit $limit

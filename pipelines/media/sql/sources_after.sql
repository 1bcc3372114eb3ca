-- one row per address that a listing names now: what was found there, and when to look again
create or replace temp table sources_after as
with named as (
  select address, list_sort(list_distinct(list(seller))) as sellers, min(place) as place
  from wanted
  group by address
),

known as (
  select address, content, code, detail, attempts, etag, last_modified, checked_at, next_at from found
  union all
  select address, content, code, detail, attempts, etag, last_modified, checked_at, next_at
  from sources_before
  anti join found using (address)
)

select key64(known.address) as address_key, known.*, named.sellers, named.place
from known
join named using (address)
order by known.address

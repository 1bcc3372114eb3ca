-- one row per observation time: what came of its rows
with judged as (
  select drafts.as_of, gtin_status, rejected or duplicates.part is not null as refused
  from drafts
  left join duplicates using (part, file_row_number)
)

select
  as_of,
  count(*)::double as rows_read,
  count(*) filter (where not refused)::double as accepted,
  count(*) filter (where not refused and gtin_status = 'valid')::double as valid,
  count(*) filter (where not refused and gtin_status = 'missing')::double as missing,
  count(*) filter (where not refused and gtin_status = 'malformed')::double as malformed,
  count(*) filter (where not refused and gtin_status = 'checksum')::double as checksum,
  count(*) filter (where not refused and gtin_status = 'restricted')::double as restricted
from judged
group by all
order by all

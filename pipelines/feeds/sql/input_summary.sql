-- one row per observation time of an input: its counts before duplicates are judged, in the form of summary.sql
select
  as_of,
  count(*)::double as rows_read,
  count(*) filter (where not rejected)::double as accepted,
  count(problems)::double as with_problems,
  count(distinct listing_key) filter (where not rejected)::double as listings,
  0::double as valid,
  count(*) filter (where not rejected)::double as missing,
  0::double as malformed,
  0::double as checksum,
  0::double as restricted,
  count(*) filter (where not rejected)::double as taken
from drafts
group by all
order by as_of

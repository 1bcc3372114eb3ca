-- one row: how many rows only one of two readings of an observation has
select count(*)
from (
  (from read_then except all from read_now)
  union all
  (from read_now except all from read_then)
)

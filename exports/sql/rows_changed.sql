-- one row per row of the slice that was not in it before, or otherwise
select rows_now.* exclude (row_key, row_digest), false as removed
from rows_now
left join rows_before on rows_before.row_key = rows_now.row_key
where rows_before.row_digest is distinct from rows_now.row_digest

-- one row per row that was in the slice before and is in it no more
select rows_before.row_key
from rows_before
anti join keys_now on keys_now.row_key = rows_before.row_key

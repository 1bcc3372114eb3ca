-- one row per sibling: what it says of itself
create or replace temp view traits as
select *
from traits_kept
union all by name
from traits_new

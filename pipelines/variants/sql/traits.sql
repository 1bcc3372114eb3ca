-- one row per sibling: what it says of itself
create or replace temp view traits as
select traits_before.*
from traits_before
semi join siblings
  on siblings.listing_key = traits_before.listing_key and siblings.content_hash = traits_before.content_hash
union all by name
from traits_new

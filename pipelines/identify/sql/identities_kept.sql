-- one row per listing whose identity still stands, with those of the new ones
create or replace temp view identities_joined as
select identities_before.*
from identities_before
semi join catalogue_rows
  on catalogue_rows.listing_key = identities_before.listing_key
  and catalogue_rows.feed_no = identities_before.feed_no
  and catalogue_rows.content_hash = identities_before.content_hash
union all by name
select * exclude (row_no) from identities_new

-- one row per listing whose content the earlier identities do not know
create or replace temp view rows_to_identify as
select catalogue_rows.*
from catalogue_rows
anti join identities_before
  on catalogue_rows.listing_key = identities_before.listing_key
  and catalogue_rows.feed_no = identities_before.feed_no
  and catalogue_rows.content_hash = identities_before.content_hash

-- one row per listing and moment of the stored change points: of several that of the feed configured last, in the
-- currency of its listing where it is from before currencies were kept
select stored_changes.* replace (coalesce(stored_changes.currency, listed_currencies.currency) as currency)
from stored_changes
left join listed_currencies on listed_currencies.listing_key = stored_changes.listing_key
qualify row_number() over (partition by stored_changes.listing_key, from_at order by feed_no desc) = 1

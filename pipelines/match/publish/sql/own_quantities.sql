-- one row per sampled listing whose feed has columns of its own for how much there is, with what they say
select feed_names.seller, feed_names.feed, title, own_quantity(catalogue_rows.attributes) as own_quantity
from identities
join catalogue_rows using (listing_key)
join feed_names on feed_names.feed_no = identities.feed_no
where own_quantity(catalogue_rows.attributes) is not null
qualify row_number() over (partition by identities.feed_no order by hash(identities.listing_key)) <= $sampled
order by feed_names.seller, feed_names.feed

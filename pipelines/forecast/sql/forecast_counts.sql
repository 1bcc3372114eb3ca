-- one row per feed: its listings, and how many of them have changed since their forecast
select
  assignments.feed_no::integer as feed_no,
  count(*) as listings,
  count(touched.listing_key) as touched
from assignments
left join (select distinct listing_key from touched) as touched using (listing_key)
group by assignments.feed_no
order by assignments.feed_no

-- one row per seller and policy: how many of its offers stand against it
select feed_names.seller, violations.policy, count(*)::integer as offers
from violations
join assignments using (listing_key)
join feed_names on feed_names.feed_no = assignments.feed_no
group by all
order by all

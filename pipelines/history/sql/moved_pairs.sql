-- one row per pair of feeds between which listings moved: how many the first took from the other
select feed_no::integer as feed_no, feed_before::integer as from_no, count(*)::integer as listings
from moved_points
where is_new and stands and feed_before <> feed_no
group by all
order by all

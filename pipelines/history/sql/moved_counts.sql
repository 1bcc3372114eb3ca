-- one row: listings that came to another feed as they were (`stayed`) and otherwise (`changed`), and those that their
-- feed lost without being gone (`left_out`)
select
  count(*) filter (came and not kept) as stayed,
  count(*) filter (came and kept) as changed,
  count(*) filter (is_new and not stands and availability = 'gone') as left_out
from (
  select
    moved_points.*,
    is_new and stands and availability <> 'gone'
    and coalesce(availability_before, 'gone') <> 'gone'
    and arrivals.listing_key is not null as came
  from moved_points
  left join arrivals
    on arrivals.listing_key = moved_points.listing_key
    and arrivals.feed_no = moved_points.feed_no and arrivals.came_at = moved_points.from_at
)

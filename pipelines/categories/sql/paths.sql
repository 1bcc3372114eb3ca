-- one row per category as sellers spell it
select category, count(*)::integer as listings
from catalogue_rows
where category is not null
group by category
order by category

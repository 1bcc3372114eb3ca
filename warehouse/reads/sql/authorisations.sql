-- one row per seller that a brand's list names
select brand, seller, country, status, "from"::varchar as "from", "to"::varchar as "to"
from input_authorisations
where brand is not null
order by all

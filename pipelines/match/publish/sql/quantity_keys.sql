-- one row per attribute of the catalogue that may tell how much of a thing there is, or its unit
select distinct unnest(regexp_extract_all(attributes::varchar, $name, 1)) as key
from catalogue_rows

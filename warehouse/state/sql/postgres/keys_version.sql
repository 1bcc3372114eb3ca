-- one row: a text that is another once a key was made or changed
select count(*) || '.' || coalesce(md5(string_agg(concat_ws('|', id, expires_at, revoked_at, adopted), ',' order by id)), '') as version
from keys

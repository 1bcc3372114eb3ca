-- one row per listing that its feed no longer carries, as it stands without the run whose points are retracted_points
delete from vanished using retracted_points
where vanished.listing_key = retracted_points.listing_key
  and vanished.gone_at = (select next_at from retraction)
  and not retracted_points.was_known;
update vanished set gone_at = retracted_points.earlier_at
from retracted_points
where vanished.listing_key = retracted_points.listing_key
  and vanished.gone_at = (select next_at from retraction)
  and retracted_points.earlier_availability = 'gone';
update vanished set gone_at = (select next_at from retraction)
from retracted_points
where vanished.listing_key = retracted_points.listing_key
  and vanished.gone_at = retracted_points.from_at
  and (select next_at from retraction) is not null;
delete from vanished using retracted_points
where vanished.listing_key = retracted_points.listing_key
  and vanished.gone_at = retracted_points.from_at
  and (select next_at from retraction) is null;
insert into vanished by name
select retracted_points.earlier_at as gone_at, retracted_rows.*
from retracted_rows
join retracted_points using (listing_key)
where retracted_points.earlier_availability = 'gone' and (select next_at from retraction) is null;
insert into retracted_keys select listing_key from retracted_points

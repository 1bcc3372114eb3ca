-- one row per live listing of a seller that its brand has not authorised: since it is listed, or the list that says so
insert into standing
select
  'unauthorised_seller',
  branded.listing_key,
  branded.brand,
  greatest(min(all_changes.from_at), unauthorised.since),
  to_json({note: unauthorised.note})::varchar
from branded
join unauthorised on unauthorised.seller = branded.seller and unauthorised.brand = branded.brand
join all_changes using (listing_key)
group by branded.listing_key, branded.brand, unauthorised.since, unauthorised.note

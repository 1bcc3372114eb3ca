-- one row per listing of a variant with a GTIN whose code is hidden, to see what its title alone would bring: what the matcher reads, the
-- record that it truly belongs to, how many sellers carry that, whether its own lists it again, and for how many listings it stands
-- A brand and a part number without a GTIN may name what another seller states the GTIN of, so they tell nothing.
-- With $all_shared those that another seller has are all asked, and of the others each stands for $stride.
-- A record is not looked at by the title of the listing itself. Of those that have one title in common, the one whose
-- listing lends it is not asked: the others are, and stand for it.
with carried as (
  select
    title_members.*,
    count(distinct feed_names.seller) over (partition by variant_key) as sellers,
    count(*) over (partition by variant_key, feed_names.seller) > 1 as is_repeated,
    count(*) over (partition by variant_key, title) as alike,
    bool_or(is_view) over (partition by variant_key, title) as is_seen
  from title_members
  join feed_names using (feed_no)
  join catalogue_rows using (listing_key)
  where has_gtin and hash(variant_key, 31) % $folds::ubigint = $fold::ubigint
)

select
  title_listings.* exclude (listing_key),
  title_listings.listing_key::varchar as key,
  carried.record_key::varchar as record_key,
  carried.is_view,
  carried.sellers,
  carried.is_repeated,
  case when sellers > 1 and is_seen and alike > 1 then alike / (alike - 1) else 1 end
  * case when $all_shared and sellers = 1 then $stride else 1 end as stands_for
from carried
join title_listings using (listing_key)
where (hash(listing_key, 29) % $stride::ubigint = 0 or ($all_shared and sellers > 1))
  and (sellers = 1 or not is_view or alike = 1)
order by title_listings.listing_key

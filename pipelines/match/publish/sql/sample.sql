-- one row per listing of two sellers: those of one in $stride GTINs, the same ones of both, and as many without
select title_listings.* exclude (listing_key), title_listings.listing_key::varchar as key
from title_listings
join title_members using (listing_key)
where title_listings.seller in ($left, $right)
  and hash(coalesce(title_members.variant_key, listing_key)) % $stride::ubigint = 0
  -- One in $held_out variants with a code says how right the model is, and so must not teach it.
  and ($held_out = 0 or title_members.variant_key is null or hash(title_members.variant_key, 31) % $held_out::ubigint <> 0)
  -- What a seller lists twice without a code would stand in its own way.
  and (title_members.variant_key is not null or title_members.is_view)
order by listing_key

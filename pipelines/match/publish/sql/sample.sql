-- one row per listing of two sellers: those of one in $stride GTINs, the same ones of both, and as many without;
-- with $all_shared all those of GTINs that both have
with both_have as (
  select variant_key
  from title_members
  join feed_names using (feed_no)
  where $all_shared and variant_key is not null and feed_names.seller in ($left, $right)
  group by variant_key
  having count(distinct feed_names.seller) > 1
)

select title_listings.* exclude (listing_key), title_listings.listing_key::varchar as key
from title_listings
join title_members using (listing_key)
where title_listings.seller in ($left, $right)
  and (
    hash(coalesce(title_members.variant_key, listing_key)) % $stride::ubigint = 0
    or title_members.variant_key in (select both_have.variant_key from both_have)
  )
  -- One fold of variants with a code says how right the model is, and so must not teach it.
  and ($without is null or title_members.variant_key is null or hash(title_members.variant_key, 31) % $folds::ubigint <> $without::ubigint)
  -- What a seller lists twice without a code would stand in its own way.
  and (title_members.variant_key is not null or title_members.is_view)
order by listing_key

-- one row per seller and brand that it carries now, spelled as most of its listings do
select
  seller,
  mode(brand order by brand) as brand,
  brand_key,
  count(*)::integer as listings
from (
  select feed_names.seller, catalogue.brand, fold_text(catalogue.brand) as brand_key
  from catalogue
  join feed_names using (feed_no)
  where catalogue.gone_since is null and catalogue.brand is not null
)
group by seller, brand_key
order by seller, listings desc, brand_key

-- one row per product of an address just found and picture that the product has already: may they be the same?
with found_products as (
  select distinct product_key from wanted semi join found using (address)
)

select distinct
  wanted.product_key::varchar as product_key,
  media.media_key::varchar as media_key,
  media.edges,
  media.fields,
  media.width,
  media.height,
  coalesce(media.inks, false) as inks
from wanted
semi join found_products using (product_key)
join sources_before on sources_before.address = wanted.address
join media_before as media on media.content = sources_before.content
where media.edges is not null
order by all

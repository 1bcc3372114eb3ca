-- one row per listing as the matcher reads it, seventeen texts; the price is the first one seen, so that a match does not move with it
create or replace temp view title_listings as
with first_prices as (
  select listing_key, arg_min(price_minor, from_at) as price_minor
  from all_changes
  group by listing_key
)

select
  identities.listing_key,
  feed_names.seller,
  catalogue_rows.title,
  catalogue_rows.brand,
  catalogue_rows.mpn,
  first_prices.price_minor,
  catalogue_rows.category,
  catalogue_rows.stated.color as color,
  catalogue_rows.stated.size as size,
  catalogue_rows.stated.quantity as quantity,
  catalogue_rows.gtin,
  nullif(catalogue_rows.condition, 'new') as condition,
  catalogue_rows.stated.gender as gender,
  catalogue_rows.stated.age_group as age_group,
  own_quantity(catalogue_rows.attributes) as own_quantity,
  feed_names.seller as price_seller,
  cut_titles.characters as cut_at
from identities
join (select *, stated_columns(attributes) as stated from catalogue_rows) as catalogue_rows using (listing_key)
join feed_names on feed_names.feed_no = identities.feed_no
left join first_prices using (listing_key)
left join cut_titles on cut_titles.seller = feed_names.seller and cut_titles.feed = feed_names.feed

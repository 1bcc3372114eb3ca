-- one row per address of a picture or video and listing that names it and stands now: at which place (0 its main
-- picture, and its video), and of which product
create or replace temp table wanted as
with named as (
  select
    feed_no,
    listing_key,
    unnest(list_concat(
      case when image_url is null then [] else [{address: image_url, place: 0}] end,
      list_transform(
        coalesce(image_urls, []),
        lambda one, nth: {address: one, place: (case when image_url is null then nth - 1 else nth end)::integer}
      ),
      case when video_url is null then [] else [{address: video_url, place: 0}] end
    ), recursive := true)
  from catalogue_rows
  where gone_since is null
),

placed as (
  select address, feed_no, listing_key, min(place)::integer as place
  from named
  group by all
)

select placed.*, feed_names.seller, assignments.product_key
from placed
join feed_names on feed_names.feed_no = placed.feed_no
join assignments on assignments.listing_key = placed.listing_key and assignments.feed_no = placed.feed_no

-- one row per address at which something was taken: its item, and of the item's files the best: most pixels, then bytes
with best as (
  select * exclude (bytes)
  from (select media_key, content, width, height, role, colors, format, bytes from media where named)
  qualify row_number() over (
    partition by media_key order by width::bigint * height desc, bytes desc, content
  ) = 1
)

select
  media_sources.address_key::varchar as address_key,
  best.media_key::varchar as media_key,
  best.content,
  best.width,
  best.height,
  best.role,
  best.colors,
  best.format
from media_sources
join media on media.content = media_sources.content
join best on best.media_key = media.media_key
order by media_sources.address_key

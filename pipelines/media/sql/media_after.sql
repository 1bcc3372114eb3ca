-- one row per content that was ever taken; `named` while an address leads to it
create or replace temp table media_after as
with known as (
  from media_before
  union all by name
  from found_media anti join media_before using (content)
)

select known.* exclude (named), known.content in (select content from sources_after where content is not null) as named
from known
order by content

-- one row per word asked for: how many facts of the namespace have it, counted up to `most`
select
  asked.value as word,
  (
    select count(*)
    from (select 1 from memory_words where namespace_no = $namespace_no and word = asked.value limit $most)
  ) as items
from json_each($words) as asked

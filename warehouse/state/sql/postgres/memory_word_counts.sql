-- one row per word asked for: how many facts of the namespace have it, counted up to `most`
select
  asked.word,
  (
    select count(*)
    from (select 1 from memory_words where namespace_no = $namespace_no and word = asked.word limit $most) as having_it
  ) as items
from json_array_elements_text($words::json) as asked (word)

-- one row per word asked for: the numbers of the facts that have it, as JSON
select
  asked.value as word,
  (
    select json_group_array(item_no)
    from memory_words
    where namespace_no = $namespace_no and word = asked.value
  ) as items
from json_each($words) as asked

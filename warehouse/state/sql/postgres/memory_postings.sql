-- one row per word asked for: the numbers of the facts that have it, as JSON
select
  asked.word,
  (
    select coalesce(json_agg(item_no), '[]')::text
    from memory_words
    where namespace_no = $namespace_no and memory_words.word = asked.word
  ) as items
from json_array_elements_text($words::json) as asked (word)

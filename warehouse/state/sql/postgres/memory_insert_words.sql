-- one row per word of the new fact
insert into memory_words (namespace_no, word, item_no)
select $namespace_no::bigint, word, $item_no::bigint
from json_array_elements_text($words::json) as words (word)

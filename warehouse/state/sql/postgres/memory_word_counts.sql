-- one row per word asked for: how many facts of the namespace have it
select word, count(*) as items
from memory_words
where namespace_no = $namespace_no and word in (select json_array_elements_text($words::json))
group by word

-- one row per word of the fact that goes
delete from memory_words
where namespace_no = $namespace_no and item_no = $item_no and word in (select json_array_elements_text($words::json))

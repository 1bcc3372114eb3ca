-- one row per word of the new fact
insert into memory_words (namespace_no, word, item_no)
select cast($namespace_no as integer), value, cast($item_no as integer)
from json_each($words)

-- one row per fact that has some of the words, those that have the weightiest first; a cross join keeps its order, so
-- that each word is looked up and not the whole namespace read
select memory_words.item_no, sum(asked.value ->> 'weight') as weight
from json_each($words) as asked
cross join memory_words on memory_words.namespace_no = $namespace_no and memory_words.word = asked.value ->> 'word'
group by memory_words.item_no
order by weight desc, memory_words.item_no desc
limit $most

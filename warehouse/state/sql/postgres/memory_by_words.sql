-- one row per fact that has some of the words, those that have the weightiest first
select memory_words.item_no, sum(asked.weight) as weight
from json_to_recordset($words::json) as asked (word text, weight double precision)
join memory_words on memory_words.namespace_no = $namespace_no and memory_words.word = asked.word
group by memory_words.item_no
order by weight desc, memory_words.item_no desc
limit $most

-- one row per block of vectors behind `after`, in order
select block_no, vectors
from memory_vectors
where namespace_no = $namespace_no and model = $model and block_no > $after
order by block_no
limit $most

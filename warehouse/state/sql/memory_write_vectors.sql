-- one row per block of vectors: the one as it stands now
insert into memory_vectors (namespace_no, model, block_no, vectors)
values ($namespace_no, $model, $block_no, $vectors)
on conflict (namespace_no, model, block_no) do update set vectors = excluded.vectors

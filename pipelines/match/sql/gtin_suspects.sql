-- one row per GTIN whose listings may be different things: brands differ or are missing, or one feed has it twice
-- Feeds are counted by one bit each; feeds 64 apart share one, which makes a GTIN suspect needlessly, never the reverse.
create or replace temp table gtin_suspects as
select gtin_key
from identities
where gtin_key is not null
group by gtin_key
having count(*) > 1
  and (
    min(brand_key) is distinct from max(brand_key)
    or count(brand_key) < count(*)
    or bit_count(bit_or(1::ubigint << (feed_no % 64)::integer)) < count(*)
  )

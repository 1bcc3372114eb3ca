-- one row per product that matches the query and passes the filters: its score by BM25F, computed from words alone
with counts as (
  select product, field, term, least(count(*), any_value(most)) as count
  from words
  join fields using (field)
  group by product, field, term
),

lengths as (
  select product, field, count(*) as length from words where not extra group by product, field
),

norms as (
  select product, field, 1 / (1 - fields.b + fields.b * length / avg(length) over (partition by field)) as norm
  from lengths
  join fields using (field)
),

impacts as (
  select
    counts.product,
    counts.term,
    sum(fields.weight * counts.count * coalesce(norms.norm, 1 / (1 - fields.b))) as frequency
  from counts
  join fields using (field)
  left join norms using (product, field)
  group by counts.product, counts.term
),

postings as (
  select product, term, greatest(1, round(255 * frequency / ($k1 + frequency))) as impact from impacts
),

frequencies as (
  select term, count(*) as having_it from postings group by term
),

masses as (
  select
    group_no,
    min(ln(1 + ($products - having_it + 0.5) / (having_it + 0.5))) filter (weight = best or weight = $synonym) as mass
  from (select *, max(weight) over (partition by group_no) as best from variants)
  join frequencies using (term)
  group by group_no
),

shares as (
  select
    postings.product,
    variants.group_no,
    any_value(masses.mass) as mass,
    max(greatest(1, round(2000 * masses.mass * variants.weight / (select sum(mass) from masses))) * postings.impact) as share
  from postings
  join variants using (term)
  join masses using (group_no)
  group by postings.product, variants.group_no
),

scored as (
  select
    product,
    sum(share) * pow(sum(mass) / (select sum(mass) from masses), $coordination) as score,
    sum(mass) / (select sum(mass) from masses) as found,
    bool_or(group_no = $head) as has_head,
    $naming = '' or bool_or(list_contains(string_split($naming, ','), group_no::integer::varchar)) as has_name
  from shares
  group by product
)

select product, score
from scored
join products using (product)
where has_name
  and found >= if(has_head, least($required, $headed), $required) * (1 - 1e-9)
  and ($category = '' or category = $category or starts_with(category, $category || '.'))
  and exists (
    select 1
    from offers
    where offers.product = scored.product
      and (not $in_stock or offers.stock = 0)
      and offers.cost <= $most
      and ($sellers = '' or list_contains(string_split($sellers, ','), offers.seller))
  )
order by score desc, product

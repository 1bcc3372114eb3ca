-- one row per axis and category node: how the prices differ that one feed asks at the same time for two variants which
-- differ on that axis alone. `same`: of those contrasts that are within one percent. `value_…` and `product_…`: sums
-- over all pairs of contrasts between the same two values, in the node or in one product: the mean of their products is
-- the square of what the prices differ by systematically, since what is chance in two of them is independent
with pairs_of_variants as (
  select product_key, variant_key, list({'key': key, 'value': value} order by key) as pairs
  from variant_axes
  group by product_key, variant_key
),

places as (
  select
    variant_axes.product_key,
    variant_axes.variant_key,
    variant_axes.priced_as as key,
    variant_axes.value,
    list_filter(pairs_of_variants.pairs, lambda pair: pair.key <> variant_axes.key)::varchar as rest
  from variant_axes
  join pairs_of_variants
    on pairs_of_variants.product_key = variant_axes.product_key
    and pairs_of_variants.variant_key = variant_axes.variant_key
),

asked as (
  select
    siblings.product_key,
    siblings.feed_no,
    rows.condition,
    rows.currency,
    rows.price_minor,
    places.key,
    places.value,
    places.rest
  from siblings
  join (select listing_key, feed_no, condition, currency, price_minor from catalogue_rows) as rows
    on rows.listing_key = siblings.listing_key and rows.feed_no = siblings.feed_no
  join places on places.product_key = siblings.product_key and places.variant_key = siblings.variant_key
  where siblings.is_live and rows.price_minor > 0 and hash(siblings.product_key) % $stride::ubigint = 0
),

contrasts as (
  select
    one.product_key,
    one.key,
    one.value as from_value,
    other.value as to_value,
    greatest(-$clip::double, least($clip::double, ln(other.price_minor / one.price_minor))) as difference
  from asked as one
  join asked as other
    on one.product_key = other.product_key and one.feed_no = other.feed_no and one.key = other.key
    and one.condition = other.condition and one.currency = other.currency and one.rest = other.rest
    and one.value < other.value
),

in_nodes as (
  select
    unnest(list_distinct(list_transform(
      range(0, len(string_split(product_categories.category, '.')) + 1),
      lambda depth: array_to_string(string_split(product_categories.category, '.')[1:depth], '.')
    ))) as category,
    contrasts.*
  from contrasts
  join product_categories on product_categories.product_key = contrasts.product_key
),

by_value as (
  select category, key, sum(pairs) as value_pairs, sum(products) as value_products
  from (
    select category, key, count(*) * (count(*) - 1) as pairs, sum(difference) ** 2 - sum(difference ** 2) as products
    from in_nodes
    group by category, key, from_value, to_value
  )
  group by category, key
),

by_product as (
  select category, key, sum(pairs) as product_pairs, sum(products) as product_products
  from (
    select category, key, count(*) * (count(*) - 1) as pairs, sum(difference) ** 2 - sum(difference ** 2) as products
    from in_nodes
    group by category, key, product_key, from_value, to_value
  )
  group by category, key
),

plain as (
  select
    category,
    key,
    count(*) as contrasts,
    count(*) filter (abs(difference) <= 0.01) as same,
    sum(difference ** 2) as squares
  from in_nodes
  group by category, key
)

select
  plain.category,
  plain.key,
  plain.contrasts::double as contrasts,
  plain.same::double as same,
  plain.squares::double as squares,
  by_value.value_pairs::double as value_pairs,
  by_value.value_products::double as value_products,
  by_product.product_pairs::double as product_pairs,
  by_product.product_products::double as product_products
from plain
join by_value on by_value.category = plain.category and by_value.key = plain.key
join by_product on by_product.category = plain.category and by_product.key = plain.key
order by plain.category, plain.key

-- one row per variant: what its listings say, the first of them first (warehouse/reads/product.ts assembleProduct)
with grouped as (
  select
    product_key,
    variant_key,
    min(place) as place,
    arg_min(title, place) as title,
    arg_min(case when not gtin_conflict then gtin end, place) as gtin,
    -- later listings first, so that an earlier one overrides them
    list(attributes::json order by place desc) filter (attributes is not null) as said,
    any_value(axes) as stands,
    count(*)::integer as listings,
    count(*) filter (gone_since is null)::integer as offers,
    max(last_seen) as observed_at
  from members
  group by product_key, variant_key
),

spelled as (
  select
    * exclude (said, stands),
    id64('prd_', product_key) as product_id,
    id64('var_', variant_key) as variant_id,
    coalesce(list_reduce(said, lambda before, after: json_merge_patch(before, after)), '{}')::json as attributes,
    to_json(coalesce(list_transform(
      from_json(stands, '[{"key": "VARCHAR", "value": "VARCHAR", "number": "DOUBLE", "unit": "VARCHAR", "bears": "BOOLEAN"}]'),
      lambda axis: json_object(
        'key', axis.key, 'value', coalesce(to_json(axis.number), to_json(axis.value)), 'unit', axis.unit,
        'bears_on_price', axis.bears
      )
    ), [])) as axes
  from grouped
)

select * from spelled

-- one row per change point of every listing of the index, with the moment of the next one
with placed as (
  select listing_key, product_key, variant_key, seller, currency as listed_currency from placed_rows
),

points as (
  select
    placed.* exclude (listed_currency),
    coalesce(changes.currency, placed.listed_currency) as currency,
    changes.price_minor,
    changes.landed_minor,
    changes.availability,
    changes.from_at as "from",
    lead(changes.from_at) over (partition by changes.listing_key order by changes.from_at) as "to"
  from changes
  join placed on placed.listing_key = changes.listing_key
),

spelled as (
  select
    *,
    id64('off_', listing_key) as offer_id,
    id64('prd_', product_key) as product_id,
    id64('var_', variant_key) as variant_id
  from points
)

select * from spelled

-- one row per listing of every configured feed as it last stood, those that are gone included
with placed as (
  select
    catalogue_rows.* exclude (availability, attributes),
    case when catalogue_rows.gone_since is null then catalogue_rows.availability else 'gone' end as availability,
    coalesce(catalogue_rows.attributes, '{}')::json as attributes,
    feeds.seller,
    feeds.feed,
    assignments.product_key,
    id64('off_', catalogue_rows.listing_key) as offer_id,
    id64('prd_', assignments.product_key) as product_id,
    id64('var_', assignments.variant_key) as variant_id,
    assignments.method as match_method,
    -- through text, so that 0.9999 stays 0.9999
    assignments.confidence::varchar::double as match_confidence,
    assignments.gtin_conflict
  from catalogue_rows
  join assignments
    on assignments.listing_key = catalogue_rows.listing_key and assignments.feed_no = catalogue_rows.feed_no
  join feeds on feeds.feed_no = catalogue_rows.feed_no
)

select * from placed

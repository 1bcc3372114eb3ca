-- one row per listing of every configured feed as it last stood, those that are gone included
with spelled as (
  select
    * exclude (availability, attributes),
    case when gone_since is null then availability else 'gone' end as availability,
    coalesce(attributes, '{}')::json as attributes,
    id64('off_', listing_key) as offer_id,
    id64('prd_', product_key) as product_id,
    id64('var_', variant_key) as variant_id,
    method as match_method,
    -- through text, so that 0.9999 stays 0.9999
    confidence::varchar::double as match_confidence
  from member_rows
)

select * from spelled

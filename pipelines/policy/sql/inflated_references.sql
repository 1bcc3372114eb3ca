-- one row per live listing whose list price is above what its seller asked before the reduction; the rule is
-- inflatedReference (pipelines/domain/risk/reference_price.ts), asked of those alone that name a reduction
insert into standing
with claims as (
  select listing_key, feed_no, brand, list_price_minor
  from catalogue_rows
  where gone_since is null and list_price_minor > price_minor
),

judged as (
  select
    claims.listing_key,
    claims.brand,
    inflated_reference(
      claims.list_price_minor::varchar,
      to_json(list([epoch(points.from_at)::bigint::varchar, points.currency, points.price_minor::varchar, points.availability] order by points.from_at))::varchar,
      coalesce(any_value(silences.gaps), '[]'),
      $now::varchar
    )::json as found
  from claims
  join all_changes as points using (listing_key)
  left join silences on silences.feed_no = claims.feed_no
  group by claims.listing_key, claims.brand, claims.list_price_minor
)

select
  'reference_price_inflated',
  listing_key,
  brand,
  to_timestamp((found ->> 'since')::bigint)::timestamp,
  (found -> 'detail')::varchar
from judged
where found is not null

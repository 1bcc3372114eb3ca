-- one row per cluster: the product id it keeps or gets
-- A cluster keeps the id that most of its listings had, among equals the one made from its own key; an id claimed by two clusters stays with the larger part.
create or replace temp table cluster_products as
with claims as (
  select clustered.cluster_key, assignments_before.product_key, count(*) as listings
  from clustered
  join assignments_before using (listing_key)
  group by clustered.cluster_key, assignments_before.product_key
),

owners as (
  select product_key, arg_min(cluster_key, (-listings, cluster_key)) as cluster_key, max(listings) as listings
  from claims
  group by product_key
),

kept as (
  select cluster_key, arg_min(product_key, (-listings, product_key <> cluster_key, product_key)) as product_key
  from owners
  group by cluster_key
),

clusters as (
  select distinct cluster_key from clustered
)

select
  clusters.cluster_key,
  case
    when kept.product_key is not null then kept.product_key
    when clusters.cluster_key in (select product_key from kept) then key64('split' || chr(31) || clusters.cluster_key::varchar)
    else clusters.cluster_key
  end as product_key
from clusters
left join kept using (cluster_key)

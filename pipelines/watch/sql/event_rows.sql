-- one row per event of a file, in its order, from a row on
select
  id64('evt_', event_key) as id,
  type,
  strftime(created_at, '%Y-%m-%dT%H:%M:%S.%gZ') as created_at,
  seller,
  id64('off_', listing_key) as offer_id,
  id64('var_', variant_key) as variant_id,
  id64('prd_', product_key) as product_id,
  payload
from read_parquet($path, file_row_number = true)
where file_row_number >= $from
order by file_row_number
limit $most

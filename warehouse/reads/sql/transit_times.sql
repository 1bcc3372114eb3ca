-- one row per carrier, service and distance of the seller's list
select carrier, service, up_to_km, min_days::integer as min_days, max_days::integer as max_days
from input_transit_times
where publisher = $seller
order by carrier, service, up_to_km

-- one row: how many change points of one listing and moment there are too many
select (count(*) - count(distinct (listing_key, from_at)))::integer as doubled from stored_changes

-- one row: moments of a listing with more than one change point, prices that are none, and change points of no listing
select
  (
    select count(*)
    from (
      select 1
      from all_changes
      semi join new_changes using (listing_key, from_at)
      group by listing_key, from_at
      having count(*) > 1
    )
  ) as unique_change_points,
  (select count(*) from new_changes where price_minor is null or price_minor <= 0) as positive_prices,
  (select count(*) from new_changes where currency is null) as prices_have_a_currency,
  (select count(*) from new_changes anti join assignments using (listing_key)) as changes_of_known_listings

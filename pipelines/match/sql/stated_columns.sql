-- what a listing's columns say of its item beside its title and brand, as one struct: wherever two listings are held against
-- each other they are read alike. `attributes` is JSON.
create or replace temp macro stated_columns(attributes) as {
  'quantity': coalesce(
    attributes ->> '$."general.unit_pricing_measure"',
    attributes ->> '$."general.net_content"',
    attributes ->> '$."general.capacity"'
  ),
  'color': attributes ->> '$."general.color"',
  'size': attributes ->> '$."general.size"',
  'gender': attributes ->> '$."general.gender"',
  'age_group': attributes ->> '$."general.age_group"'
}

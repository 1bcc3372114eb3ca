-- one row per key that the environment gave before this one: it ends, unless this one has itself a successor
update keys set revoked_at = $now, adopted = 'replaced'
where adopted = 'held' and hash <> $hash and revoked_at is null
  and not exists (select 1 from keys as given where given.hash = $hash and given.adopted = 'rotated')

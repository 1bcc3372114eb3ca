-- the row of the key that the environment gives: good again where another had only taken its place
update keys set revoked_at = case when adopted = 'replaced' then null else revoked_at end, adopted = 'held'
where hash = $hash and (adopted = 'replaced' or (adopted is null and revoked_at is null))

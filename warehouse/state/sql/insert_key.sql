-- one row per new API key; a token that is stored already is left as it is
insert into keys (id, hash, owner, label, scopes, created_at, expires_at)
values ($id, $hash, $owner, $label, $scopes, $created_at, $expires_at)
on conflict (hash) do nothing

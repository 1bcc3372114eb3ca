-- what the environment has to do with a key: 'held' is the one it gives, 'replaced' one it gave before, 'rotated' one
-- that has a successor, whoever gives it still; null for all others
alter table keys add column adopted text check (adopted in ('held', 'replaced', 'rotated'));

update keys set adopted = 'held' where owner = 'operator' and label = 'API_KEY' and revoked_at is null;

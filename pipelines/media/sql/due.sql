-- one row per address that is to be asked for now: new ones, and those whose time to look again has come; what
-- listings show first comes first
select
  wanted.address,
  min(wanted.place) as place,
  any_value(sources_before.content) as content,
  any_value(sources_before.etag) as etag,
  any_value(sources_before.last_modified) as last_modified,
  coalesce(any_value(sources_before.attempts), 0)::integer as attempts
from wanted
left join sources_before on sources_before.address = wanted.address
where sources_before.address is null or sources_before.next_at <= $now::timestamp
group by wanted.address
order by coalesce(any_value(sources_before.attempts), 0), min(wanted.place), wanted.address
limit $most

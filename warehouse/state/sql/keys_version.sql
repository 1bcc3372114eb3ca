-- one row: a number that moves when another connection commits, never for our own writes
select data_version as version from pragma_data_version

drop view if exists raw;
drop view if exists drafts;
drop table if exists duplicates;
drop table if exists problems;
drop table if exists line_shifts;
drop table if exists malformed;

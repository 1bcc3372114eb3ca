-- what staging a feed leaves in its database
drop view if exists raw;
drop view if exists drafts;
drop table if exists duplicates;
drop table if exists problems;
drop table if exists line_shifts;
drop table if exists findings;
drop table if exists feed_rejects;
drop table if exists feed_reject_scans;
drop table if exists categories;

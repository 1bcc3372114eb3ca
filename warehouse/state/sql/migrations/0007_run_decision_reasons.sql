-- why a person decided so, and whose observation of when it was: with these a run is found in the log without reading all of it
alter table run_decisions add column reason text;
alter table run_decisions add column seller text;
alter table run_decisions add column feed text;
alter table run_decisions add column as_of text

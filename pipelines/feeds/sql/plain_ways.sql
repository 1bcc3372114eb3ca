-- The macros of short_ways.sql without their short ways, for feeds so small that planning those takes longer than the
-- rows. They answer alike: every case of fixtures/feeds is staged with both.
create or replace temp macro tidy(text) as nullif(trim(text, e' \t\n\r' || chr(160)), '');
create or replace temp macro tidy_text(text) as case when text is not null then odd_text(text) end;
create or replace temp macro number_scan(number, code) as odd_gtin(code, 'gtin');
create or replace temp macro address_problem(text) as case when text is not null then odd_address(text) end;

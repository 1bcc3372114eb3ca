-- The macros of staging that differ by the size of a feed, as large feeds have them: with ways around the slow forms.
-- plain_ways.sql has the same macros for small ones.
create or replace temp macro tidy(text) as
  case
    when text >= '!' and not ends_with(text, ' ') and not ends_with(text, chr(9)) and not ends_with(text, chr(10))
      and not ends_with(text, chr(160)) and not starts_with(text, chr(160)) then text
    when text is not null then nullif(trim(text, e' \t\n\r' || chr(160)), '')
  end;

create or replace temp macro tidy_text(text) as
  case
    when text >= '!' and not contains(text, '<') and not contains(text, '&') and not contains(text, '  ')
      and not contains(text, chr(9)) and not contains(text, chr(10)) and not contains(text, chr(13))
      and not contains(text, chr(160)) and not ends_with(text, ' ') then text
    when text is not null then odd_text(text)
  end;

-- a code that is a number already, of which the GTIN rule knows a form without JavaScript
create or replace temp macro number_scan(number, code) as gtin_number_scan(number);

-- why a listing must not point to this address; null of a name that is plainly on the public internet, and of others
-- what webAddressProblem says (test/pipelines/feeds/plain_forms.test.ts)
create or replace temp macro address_problem(text) as
  case
    when regexp_matches(text, '^https?://(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]|$)') and not contains(text, '.local')
      and not contains(text, '.internal') and not contains(text, '.arpa') and not contains(text, 'xn--') then null
    when text is not null then odd_address(text)
  end;

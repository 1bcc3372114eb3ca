-- Macros of staging. The functions named odd_… run the rules of pipelines/domain in JavaScript and are reached
-- only by the rows that the plain forms before them do not cover: see functions.ts. DuckDB calls them for null as
-- well, so each call stands behind a condition.

create or replace temp macro tidy(text) as
  case
    when text >= '!' and not ends_with(text, ' ') and not ends_with(text, chr(9)) and not ends_with(text, chr(10))
      and not ends_with(text, chr(160)) and not starts_with(text, chr(160)) then text
    when text is not null then nullif(trim(text, ' ' || chr(9) || chr(10) || chr(13) || chr(160)), '')
  end;

create or replace temp macro tidy_text(text) as
  case
    when text >= '!' and not contains(text, '<') and not contains(text, '&') and not contains(text, '  ')
      and not contains(text, chr(9)) and not contains(text, chr(10)) and not contains(text, chr(13))
      and not contains(text, chr(160)) and not ends_with(text, ' ') then text
    when text is not null then odd_text(text)
  end;

-- the same without their short ways, for feeds so small that planning those takes longer than the rows
create or replace temp macro few_tidy(text) as nullif(trim(text, ' ' || chr(9) || chr(10) || chr(13) || chr(160)), '');
create or replace temp macro few_text(text) as case when text is not null then odd_text(text) end;

-- digits with at most the currency's decimals, a space and the currency's code behind them or not; what it takes is
-- what parsePrice makes of it (test/pipelines/feeds/plain_forms.test.ts)
create or replace temp macro plain_amount(text, currency, pattern) as
  case
    when regexp_full_match(text, pattern) then text
    when ends_with(text, ' ' || currency) and regexp_full_match(left(text, -4), pattern) then left(text, -4)
  end;

create or replace temp macro plain_minor(text, factor) as round(text::double * factor)::bigint;

create or replace temp macro instant(text) as
  case
    when try_cast(text as timestamptz) is not null then try_cast(text as timestamptz)::timestamp
    when text is not null then try_cast(odd_instant(text) as timestamptz)::timestamp
  end;

-- the end of a period; a day without a time is meant with all its hours
create or replace temp macro instant_end(text) as
  case when strlen(text) = 10 then instant(text) + interval 86399 second else instant(text) end;

-- one thing found wrong with a row, as text: severity, field, code, value and detail between U+001F
create or replace temp macro problem(severity, field, code, value, detail) as
  concat_ws(chr(31), severity, field, code, left(coalesce(value, ''), 500), detail) || chr(30);

create or replace temp macro is_object(json) as coalesce(case when json_valid(json) then json_type(json) = 'OBJECT' end, false);
create or replace temp macro option_members(names, texts) as odd_options(to_json(names)::varchar, to_json(texts)::varchar);

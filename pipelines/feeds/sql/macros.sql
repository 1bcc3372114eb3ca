-- Macros of staging; those that differ by the size of a feed are in short_ways.sql and plain_ways.sql. The functions
-- named odd_… run the rules of pipelines/domain in JavaScript and are reached only by the rows that the plain forms
-- before them do not cover: see functions.ts. DuckDB calls them for null as well, so each call stands behind a
-- condition.

-- digits with at most the currency's decimals, a space and the currency's code behind them or not; what it takes is
-- what parsePrice makes of it (test/pipelines/feeds/plain_forms.test.ts)
create or replace temp macro plain_amount(text, currency, pattern) as
  case
    when regexp_full_match(text, pattern) then text
    when ends_with(text, ' ' || currency) and regexp_full_match(left(text, -4), pattern) then left(text, -4)
  end;

-- the form of a plain amount, by its place in NUMBER_FORMS of pipelines/domain/number_grammar.ts
create or replace temp macro plain_form(text) as
  case when contains(text, '.') then 1 when strlen(text) <= 3 then 7 else 8 end;

create or replace temp macro plain_minor(text, factor) as round(text::double * factor)::bigint;

create or replace temp macro instant(text) as
  case
    when try_cast(text as timestamptz) is not null then try_cast(text as timestamptz)::timestamp
    when text is not null then try_cast(odd_instant(text) as timestamptz)::timestamp
  end;

-- the end of a period; a day without a time is meant with all its hours
create or replace temp macro instant_end(text) as
  case when strlen(text) = 10 then instant(text) + interval 86399 second else instant(text) end;

-- what is wrong with a price, from the answer of odd_price
create or replace temp macro price_error(odd) as
  case
    when starts_with(odd, 'price_ambiguous ')
      then 'price_ambiguous: decimals or thousands, and no other number of the file tells; set decimal_mark of the feed'
    else split_part(odd, ' ', 1)
  end;

-- one thing found wrong with a row, as text: severity, field, code, value and detail between U+001F
create or replace temp macro problem(severity, field, code, value, detail) as
  concat_ws(chr(31), severity, field, code, left(coalesce(value, ''), 500), detail) || chr(30);

create or replace temp macro is_object(json) as coalesce(case when json_valid(json) then json_type(json) = 'OBJECT' end, false);
create or replace temp macro has_variants(json) as
  coalesce(case when is_object(json) then json_array_length(json, '$.variants') > 0 end, false);
-- sentences of one column as one text: a list of JSON, a list as it is written of other types, or text
create or replace temp macro joined_sentences(sentences) as
  case
    when starts_with(sentences, '[') and json_valid(sentences)
      then array_to_string(from_json(sentences, '["VARCHAR"]'), ', ')
    when starts_with(sentences, '[') and ends_with(sentences, ']') then sentences[2:-2]
    else sentences
  end;
create or replace temp macro option_members(names, texts) as odd_options(to_json(names)::varchar, to_json(texts)::varchar);

-- one row per line of a text file, with its number; U+0001 cannot stand in JSON, so no line is ever split
create or replace temp macro json_lines(text_file) as table
  select row_number() over () as line, json
  from read_csv(
    text_file, auto_detect = false, header = false, delim = chr(1), quote = '', escape = '', columns = {'json': 'VARCHAR'},
    max_line_size = 4000000, buffer_size = 8000000, strict_mode = true, compression = 'none'
  );

-- one row per thing found wrong with a record
with found as (
  select part, file_row_number, line, as_of, problems from drafts where problems is not null
  union all by name
  select
    part,
    file_row_number,
    as_of,
    problem(
      'reject', 'sku', 'duplicate_sku', sku,
      case when alike then 'repeats an earlier row' else 'a later row has the same id and other content' end
    ) as problems
  from duplicates
),

split as (
  select part, file_row_number, line, as_of, unnest(string_split(rtrim(problems, chr(30)), chr(30))) as problem
  from found
),

parts as (
  select part, file_row_number, line, as_of, string_split(problem, chr(31)) as words
  from split
)

select
  parts.part,
  coalesce(parts.line, parts.file_row_number + line_shifts.shift) as line,
  as_of,
  words[1] as severity,
  words[2] as field,
  words[3] as code,
  nullif(words[4], '') as value,
  words[5] as detail
from parts
asof left join line_shifts
  on parts.part = line_shifts.part and parts.file_row_number >= line_shifts.file_row_number

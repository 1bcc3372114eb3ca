-- one row per thing found wrong with a record
with found as (
  select part, coalesce(record, file_row_number) as record, line, as_of, problems
  from drafts
  anti join duplicates using (part, file_row_number)
  where problems is not null
  union all
  select
    part,
    coalesce(record, file_row_number) as record,
    line,
    as_of,
    problem(
      'reject', 'sku', 'duplicate_sku', sku,
      case when alike then 'repeats an earlier row' else 'a later row has the same id and other content' end
    ) as problems
  from duplicates
),

single as (
  select part, record, line, as_of, unnest(string_split(rtrim(problems, chr(30)), chr(30))) as problem
  from found
),

worded as (
  select part, record, line, as_of, string_split(problem, chr(31)) as words
  from single
),

located as (
  select worded.part, coalesce(worded.line, worded.record + line_shifts.shift) as line, as_of, words
  from worded
  asof left join line_shifts
    on worded.part = line_shifts.part and worded.record >= line_shifts.record
)

select part, line, as_of, words[1] as severity, words[2] as field, words[3] as code, nullif(words[4], '') as value, words[5] as detail
from located
union all
select part, line, null as as_of, severity, field, code, left(value, 500) as value, detail
from findings

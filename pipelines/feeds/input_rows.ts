import { identifier, literal, loadSql } from '../../warehouse/database.ts';
import { columnOf, type FieldType, type InputField, inputColumns } from '../domain/inputs/input.ts';
import { type InputKind, inputOf } from '../domain/inputs/kinds.ts';
import { inputFields } from './input_columns.ts';
import { joined, sourceRows } from './reader.ts';
import type { RowRules } from './row_rules.ts';

/**
 * How the rows of an input are read: the statement follows from its fields. A row has one reject at most, the first
 * thing that speaks against it, and a note for each value that is left out.
 */
export function inputRows(kind: InputKind): RowRules {
  return {
    raw: (source) =>
      sourceRows(source, (text) =>
        inputFields(kind).map((field) => {
          const { sku_parts } = source.map;
          if (field === 'sku' && sku_parts) return `${joined(sku_parts.map(text))} as sku`;
          const index = source.map.fields[field];
          const value =
            inputOf(kind).fields[field]?.type === 'list' && index !== undefined
              ? `array_to_string(${source.list(index)}, ',')`
              : index === undefined
                ? 'null::varchar'
                : text(index);
          return `${value} as ${identifier(field)}`;
        }),
      ),
    stage: stageSql(kind),
    summary: loadSql(import.meta.url, './sql/input_summary.sql'),
  };
}

/** Columns that duplicates are told by, where the input has none of that name. */
const ABSENT = {
  price_minor: 'bigint',
  list_price_minor: 'bigint',
  delivery_minor: 'bigint',
  availability: 'varchar',
  deleted: 'boolean',
};

function stageSql(kind: InputKind): string {
  const input = inputOf(kind);
  const fields = Object.entries(input.fields);
  const names = inputFields(kind);
  const hasMoney = names.includes('currency');
  const columns = Object.keys(inputColumns(input));
  const key = input.key
    .map((field) => `coalesce(${identifier(`${field}_text`)}, '')`)
    .join(` || chr(31) || `);
  const amounts = fields.flatMap(([field, { type }]) => (type === 'amount' ? [field] : []));
  return [
    '-- one row per record of an input, taken or not, in the order of the file',
    'with tidied as (select line, record,',
    'case when $by_as_of then instant(tidy(as_of)) else $as_of::timestamp end as as_of, as_of as as_of_text,',
    names
      .map(
        (field) =>
          `${tidied(input.fields[field]?.type)}(${identifier(field)}) as ${identifier(`${field}_text`)}`,
      )
      .join(', '),
    'from raw),',
    `amounts as (select *, ${amounts.map((field) => `${amountText(field)} as ${identifier(`${field}_amount`)}`).join(', ') || '0 as no_amounts'} from tidied),`,
    `priced as (select *, ${hasMoney ? currencySql(amounts) : 'null'} as currency from amounts),`,
    `read as (select *, ${fields.map(([field, about]) => `${readValue(field, about)} as ${identifier(columnOf(field, about.type))}`).join(', ')} from priced),`,
    `judged as (select *, case when as_of is null then problem('reject', 'as_of', 'as_of_invalid', as_of_text, 'not a time') ${rejects(kind)} end as rejected_for from read)`,
    // A row of a supplement is known by the key of its listing.
    kind === 'supplements'
      ? 'select as_of, listing_key($seller, sku) as listing_key,'
      : `select as_of, listing_key($seller, ${literal(kind)} || chr(31) || ${key}) as listing_key,`,
    // What a repeated row is told by. A field of this name is the listing's sku, and keeps its place.
    ...(columns.includes('sku') ? [] : [`replace(${key}, chr(31), ' / ') as sku,`]),
    "'missing' as gtin_status, 0::usmallint as number_forms,",
    `hash(${names.map((field) => identifier(`${field}_text`)).join(', ')}) as content_hash,`,
    ...Object.entries(ABSENT).flatMap(([name, type]) =>
      columns.includes(name) ? [] : [`null::${type} as ${name},`],
    ),
    `${columns.map(identifier).join(', ')}, line, record, rejected_for is not null as rejected,`,
    `case when rejected_for is not null then rejected_for else nullif(concat(${notes(kind)}), '') end as problems`,
    'from judged',
  ].join('\n');
}

/** A text that a person reads loses its markup; a code or number stays as it is. */
function tidied(type: FieldType | undefined): string {
  return type === 'text' ? 'tidy_text' : 'tidy';
}

/** `1250 USD`, or what is wrong with it and `-`. Nought is an amount here (`0.00 USD`), whose currency one tells. */
function amountText(field: string): string {
  const text = identifier(`${field}_text`);
  const read = (amount: string) =>
    `odd_price(${amount}, coalesce(upper(currency_text), $currency), $reading)`;
  return `case
    when regexp_full_match(${text}, '[^0-9.,]*0+([.,]0+)?[^0-9.,]*')
    then regexp_replace(${read(`regexp_replace(${text}, '0+([.,]0+)?', '1')`)}, '^[0-9]+ ', '0 ')
    when ${text} is not null then ${read(text)}
  end`;
}

/** The currency of a row: its column's, else the one its first amount names, else the feed's. */
function currencySql(amounts: readonly string[]): string {
  const named = amounts.map((field) => `nullif(split_part(${identifier(`${field}_amount`)}, ' ', 2), '-')`);
  return `coalesce(upper(currency_text), ${named.join(', ')}, $currency)`;
}

/** The typed value of a field's text; null where it is none. */
function readValue(field: string, about: InputField): string {
  const text = identifier(`${field}_text`);
  if (about.values) {
    const folded = `replace(replace(lower(${text}), ' ', '_'), '-', '_')`;
    const cases = Object.entries(about.values).map(([value, spellings]) => {
      const all = [value, ...spellings].map((one) => literal(one.replaceAll('-', '_'))).join(', ');
      return `when ${folded} in (${all}) then ${literal(value)}`;
    });
    return `case ${cases.join(' ')} end`;
  }
  const { from, to } = about;
  const value = READ[about.type](text, field);
  if (from === undefined && to === undefined) return value;
  const bounds = [
    ...(from === undefined ? [] : [`${value} >= ${from}`]),
    ...(to === undefined ? [] : [`${value} <= ${to}`]),
  ];
  return `case when ${bounds.join(' and ')} then ${value} end`;
}

const READ: Record<FieldType, (text: string, field: string) => string> = {
  text: (text) => text,
  code: (text) => text,
  integer: (text) =>
    `case when regexp_full_match(${text}, '[+-]?[0-9]{1,15}([.]0+)?') then try_cast(try_cast(${text} as double) as bigint) end`,
  number: (text) =>
    `case when regexp_full_match(${text}, '[+-]?[0-9]{1,15}([.,][0-9]{1,15})?') then try_cast(replace(${text}, ',', '.') as double) end`,
  boolean: (text) =>
    `case when lower(${text}) in ('true', 'yes', 'y', '1') then true when lower(${text}) in ('false', 'no', 'n', '0') then false end`,
  time: (text) => `instant(${text})`,
  date: (text) =>
    `case when regexp_matches(${text}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}') then try_cast(left(${text}, 10) as date) end`,
  clock: (text) => `case when regexp_full_match(${text}, '([01][0-9]|2[0-3]):[0-5][0-9]') then ${text} end`,
  amount: (_, field) =>
    `case when split_part(${identifier(`${field}_amount`)}, ' ', 2) = currency then try_cast(split_part(${identifier(`${field}_amount`)}, ' ', 1) as bigint) end`,
  gtin: (text) => `case when ${text} is not null then gtin14_of(odd_gtin(${text}, 'gtin')) end`,
  country: (text) => `case when regexp_full_match(upper(${text}), '[A-Z]{2}') then upper(${text}) end`,
  url: (text) => `case when address_problem(${text}) is null then ${text} end`,
  list: (text) =>
    `list_filter(list_transform(string_split(${text}, ','), lambda one: trim(one)), lambda one: one <> '')`,
  // A null half makes the whole null.
  period: (text) =>
    `instant(split_part(${text}, '/', 1))::varchar || '/' || instant_end(split_part(${text}, '/', 2))::varchar`,
  availability: (text) => `case when ${text} is not null then odd_availability(${text}) end`,
};

/** The branches of a row that is refused, in the order of its fields. */
function rejects(kind: InputKind): string {
  const { fields, any_of } = inputOf(kind);
  const branches = Object.entries(fields).flatMap(([field, about]) => {
    if (!about.required && !about.readable) return [];
    const text = identifier(`${field}_text`);
    const value = identifier(columnOf(field, about.type));
    const at = literal(field);
    const missing = `when ${text} is null then problem('reject', ${at}, ${literal(`missing_${field}`)}, null, ${literal(`the row has no ${field}`)})`;
    return [
      ...(about.required ? [missing] : []),
      `when ${text} is not null and ${value} is null then problem('reject', ${at}, ${literal(`${field}_invalid`)}, ${text}, ${literal(wanted(about))})`,
    ];
  });
  if (any_of) {
    const texts = any_of.map((field) => `${identifier(`${field}_text`)} is null`).join(' and ');
    branches.push(
      `when ${texts} then problem('reject', ${literal(any_of[0] as string)}, 'missing_item', null, ${literal(`the row has none of ${any_of.join(', ')}`)})`,
    );
  }
  return branches.join('\n');
}

/** A note for each value that is there and cannot be read, as the arguments of concat. */
function notes(kind: InputKind): string {
  const noted = Object.entries(inputOf(kind).fields).flatMap(([field, about]) => {
    if (about.required || about.readable) return [];
    const text = identifier(`${field}_text`);
    const value = identifier(columnOf(field, about.type));
    return [
      `case when ${text} is not null and ${value} is null then problem('note', ${literal(field)}, ${literal(`${field}_invalid`)}, ${text}, ${literal(wanted(about))}) end`,
    ];
  });
  return noted.length > 0 ? noted.join(', ') : "''";
}

/** What a value should have been. */
function wanted({ type, values, from, to }: InputField): string {
  if (values) return `none of ${Object.keys(values).join(', ')}`;
  if (type === 'amount' && from === 1) return 'not an amount above 0 in the currency of the row';
  const bounds = [from === undefined ? '' : ` from ${from}`, to === undefined ? '' : ` to ${to}`].join('');
  return `${WANTED[type]}${bounds}`;
}

const WANTED: Record<FieldType, string> = {
  text: 'not a text',
  code: 'not a code',
  integer: 'not a whole number',
  number: 'not a number',
  boolean: 'neither true nor false',
  time: 'not a time in ISO 8601',
  date: 'not a date in ISO 8601',
  clock: 'not a time of day HH:MM',
  amount: 'not an amount in the currency of the row',
  gtin: 'not a valid GTIN',
  country: 'not an ISO 3166-1 country code',
  url: 'not a public address',
  list: 'not a list',
  period: 'not start/end in ISO 8601',
  availability: 'not a known state',
};

import { literal } from '../../../warehouse/database.ts';
import type { FeedSettings } from '../../domain/settings/feed_settings.ts';
import { readLines, splitAddresses } from '../reader.ts';
import type { FeedFile, Opened } from './format.ts';
import type { JsonLines } from './lines_file.ts';

/** A file of JSON objects, one a line; `line` is the SQL of the physical line. */
export interface Records extends JsonLines {
  /** By member, what it holds where that is objects or lists, as far as the first lines tell. Absent where all are texts. */
  nested?: ReadonlyMap<string, Nested>;
  /** Members that hold nothing but numbers of JSON, as far as the first lines tell. */
  numbers?: ReadonlySet<string>;
  keys: readonly string[];
  line: string;
}

/** The objects or lists of a member. */
export interface Nested {
  /** The first of them. */
  shown: string;
  /** True where all are lists of texts. */
  texts: boolean;
}

/** The paths among the columns of a feed's mapping. */
export function deepPaths({ mapping }: FeedSettings): string[] {
  return Object.values(mapping ?? {}).filter((column) => column.startsWith('$.'));
}

/** JSON objects whose members are the columns. `$.a.b` in the mapping reaches into them. */
export function openRecords(
  { feed }: FeedFile,
  { path, findings, keys, line, nested, numbers }: Records,
): Opened {
  const header = [...keys, ...deepPaths(feed)];
  const paths = header.map((key) => literal(key.startsWith('$.') ? key : memberPath(key)));
  const lines = readLines(path);
  return {
    header,
    from: `(select ${line} as line, json, json_extract_string(json, [${paths.join(', ')}]) as v from ${lines} where is_object(json))`,
    column: member,
    list: (index) =>
      `case when starts_with(${member(index)}, '[') then from_json(${member(index)}, '["VARCHAR"]') else ${splitAddresses(member(index))} end`,
    line: 'line',
    isNumber: (index) => numbers?.has(header[index] ?? '') ?? false,
    ...(nested && {
      nestedIn: (index: number) =>
        `case when starts_with(${member(index)}, '[') or starts_with(${member(index)}, '{') then json_type(json, ${paths[index]}) in ('OBJECT', 'ARRAY') end`,
      nested(index: number, field: string) {
        const found = nested.get(header[index] ?? '');
        return found && !(field === 'image_urls' && found.texts) ? found.shown : null;
      },
    }),
    findings,
    strange: { lines, condition: 'not is_object(json)', detail: 'not a JSON object' },
  };
}

/** The JSON path of a member by its name. */
function memberPath(key: string): string {
  return `$."${key.replaceAll('"', '\\"')}"`;
}

/** A value of the list `v` that openRecords reads. */
function member(index: number): string {
  return `v[${index + 1}]`;
}

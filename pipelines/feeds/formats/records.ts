import { literal } from '../../../warehouse/database.ts';
import { readLines, splitAddresses } from '../reader.ts';
import type { FeedFile, Opened } from './format.ts';
import type { JsonLines } from './lines_file.ts';

/** A file of JSON objects, one a line; `line` is the SQL of the physical line. */
export interface Records extends JsonLines {
  keys: readonly string[];
  line: string;
}

/** JSON objects whose members are the columns. `$.a.b` in the mapping reaches into them. */
export function openRecords({ feed }: FeedFile, { path, findings, keys, line }: Records): Opened {
  const deep = Object.values(feed.mapping ?? {}).filter((column) => column.startsWith('$.'));
  const header = [...keys, ...deep];
  const paths = header.map((key) => literal(key.startsWith('$.') ? key : memberPath(key)));
  const lines = readLines(path);
  return {
    header,
    from: `(select ${line} as line, json_extract_string(json, [${paths.join(', ')}]) as v from ${lines} where is_object(json))`,
    column: member,
    list: (index) =>
      `case when starts_with(${member(index)}, '[') then from_json(${member(index)}, '["VARCHAR"]') else ${splitAddresses(member(index))} end`,
    line: 'line',
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

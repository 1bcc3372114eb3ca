import { columnIndex, REQUIRED } from '../columns.ts';
import { FeedError } from '../error.ts';
import { MOST_RECORD_BYTES } from '../finding.ts';
import { readHead } from '../prepare.ts';
import type { Format } from './format.ts';
import { objectLines } from './lines_file.ts';
import { MERCHANT_DATA } from './merchant_data.ts';
import { type Nested, openRecords } from './records.ts';

/** JSON objects, one a line or in an array, whose members are the columns. */
export const ndjson: Format = {
  columns: MERCHANT_DATA,
  async open(file) {
    const { prepare, feed } = file;
    const lines = await objectLines(prepare);
    const { keys, ...kinds } = await membersOf(lines.path, prepare.name);
    return openRecords(file, {
      ...lines,
      keys: withMapped(keys, feed.mapping ?? {}),
      ...kinds,
      line: 'line',
    });
  },
};

/**
 * The members seen, and the mapped ones of fields that a listing may lack: JSON leaves out what has no value, so
 * a member can be absent from the first lines or from a whole file.
 */
function withMapped(keys: readonly string[], mapping: Readonly<Record<string, string>>): string[] {
  const optional = Object.entries(mapping).filter(
    ([field, column]) => !REQUIRED.some((name) => name === field) && columnIndex(keys, column) === -1,
  );
  return [...keys, ...new Set(optional.map(([, column]) => column))];
}

/** The members of the first objects, and those of them that hold nothing but objects and lists. */
interface Members {
  keys: string[];
  nested: Map<string, Nested>;
  /** Those that hold nothing but numbers. */
  numbers: Set<string>;
}

/** Members of the objects in the first block of lines; of the first lines, where they are longer than that. */
async function membersOf(path: string, name: string): Promise<Members> {
  let head = await headOf(path);
  let members = membersIn(head);
  if (members.keys.length === 0) {
    head = await headOf(path, 2 * MOST_RECORD_BYTES);
    members = membersIn(head);
  }
  if (members.keys.length > 0) return members;
  throw new FeedError(
    'not_a_feed',
    `${name} has no JSON object in its first lines: ${JSON.stringify(head.slice(0, 120))}`,
  );
}

async function headOf(path: string, bytes?: number): Promise<string> {
  return (await readHead(path, bytes)).toString('utf8').replace(/^\ufeff/, '');
}

function membersIn(head: string): Members {
  const keys = new Set<string>();
  const plain = new Set<string>();
  const numbers = new Set<string>();
  const others = new Set<string>();
  const nested = new Map<string, Nested>();
  for (const line of head.split('\n')) {
    for (const [key, value] of Object.entries(objectOf(line))) {
      keys.add(key);
      if (value === null) continue;
      (typeof value === 'number' ? numbers : others).add(key);
      if (typeof value !== 'object') plain.add(key);
      else {
        const known = nested.get(key) ?? { shown: JSON.stringify(value).slice(0, 120), texts: true };
        const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string');
        nested.set(key, { ...known, texts: known.texts && isTexts });
      }
    }
  }
  for (const key of plain) nested.delete(key);
  return { keys: [...keys], nested, numbers: numbers.difference(others) };
}

/** The object of a line; of a cut or malformed one, which the reader sets apart, or of no object, an empty one. */
function objectOf(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

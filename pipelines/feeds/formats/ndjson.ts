import { columnIndex, REQUIRED } from '../columns.ts';
import { FeedError } from '../error.ts';
import { MOST_RECORD_BYTES } from '../finding.ts';
import { readHead } from '../prepare.ts';
import type { Format } from './format.ts';
import { objectLines } from './lines_file.ts';
import { MERCHANT_DATA } from './merchant_data.ts';
import { openRecords } from './records.ts';

/** JSON objects, one a line or in an array, whose members are the columns. */
export const ndjson: Format = {
  columns: MERCHANT_DATA,
  async open(file) {
    const { prepare, feed } = file;
    const lines = await objectLines(prepare);
    const keys = withMapped(await keysOf(lines.path, prepare.name), feed.mapping ?? {});
    return openRecords(file, { ...lines, keys, line: 'line' });
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

/** Members of the objects in the first block of lines; of the first lines, where they are longer than that. */
async function keysOf(path: string, name: string): Promise<string[]> {
  let head = await headOf(path);
  let keys = keysIn(head);
  if (keys.size === 0) {
    head = await headOf(path, 2 * MOST_RECORD_BYTES);
    keys = keysIn(head);
  }
  if (keys.size > 0) return [...keys];
  throw new FeedError(
    'not_a_feed',
    `${name} has no JSON object in its first lines: ${JSON.stringify(head.slice(0, 120))}`,
  );
}

async function headOf(path: string, bytes?: number): Promise<string> {
  return (await readHead(path, bytes)).toString('utf8').replace(/^\ufeff/, '');
}

function keysIn(head: string): Set<string> {
  const keys = new Set<string>();
  for (const line of head.split('\n')) {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null && !Array.isArray(value))
        for (const key of Object.keys(value)) keys.add(key);
    } catch {
      // A cut or malformed line; the reader sets those apart.
    }
  }
  return keys;
}

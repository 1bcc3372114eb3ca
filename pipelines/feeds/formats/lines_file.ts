import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { elementsToLines } from '../elements.ts';
import { MOST_RECORD_BYTES } from '../finding.ts';
import { type Prepared, type PrepareOptions, prepareText, withoutLargeLines } from '../prepare.ts';

/** A new scratch path for lines of JSON made of a feed's file. */
export function linesFile({ scratch }: PrepareOptions): string {
  return join(scratch, `lines-${randomUUID()}.ndjson`);
}

/** True of a file that is a JSON array of objects, or an object that begins with the array of its products. */
function isArray({ head }: Prepared): boolean {
  const start = head.trimStart();
  return start.startsWith('[') || /^\{\s*"(?:products|items)"\s*:\s*\[/.test(start);
}

/** A file of JSON objects, one a line. */
export type JsonLines = Pick<Prepared, 'path' | 'findings'>;

/** The elements of a file's array, each on a line of its own. Throws FeedError. */
export async function arrayLines(prepared: Prepared, prepare: PrepareOptions): Promise<JsonLines> {
  const path = linesFile(prepare);
  const large = await elementsToLines(prepared.path, path, prepare.name, prepare.signal);
  return { path, findings: [...prepared.findings, ...large] };
}

/** The objects of a file that has them one a line or in an array, one a line. Throws FeedError. */
export async function objectLines(prepare: PrepareOptions): Promise<JsonLines> {
  const prepared = await prepareText(prepare);
  return isArray(prepared)
    ? arrayLines(prepared, prepare)
    : withoutLargeLines(prepared, prepare, MOST_RECORD_BYTES);
}

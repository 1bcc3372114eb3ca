import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { elementsToLines } from '../elements.ts';
import type { Prepared, PrepareOptions } from '../prepare.ts';

/** A new scratch path for lines of JSON made of a feed's file. */
export function linesFile({ scratch }: PrepareOptions): string {
  return join(scratch, `lines-${randomUUID()}.ndjson`);
}

/** True of a file that is a JSON array of objects, or an object that begins with the array of its products. */
export function isArray({ head }: Prepared): boolean {
  const start = head.trimStart();
  return start.startsWith('[') || /^\{\s*"(?:products|items)"\s*:\s*\[/.test(start);
}

/** The elements of a file's array, each on a line of its own; returns their path. Throws FeedError. */
export async function arrayLines({ path }: Prepared, prepare: PrepareOptions): Promise<string> {
  const target = linesFile(prepare);
  await elementsToLines(path, target, prepare.name, prepare.signal);
  return target;
}

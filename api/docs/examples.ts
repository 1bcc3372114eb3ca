import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A call of the demo index and what it answered, with lists cut to their first rows. */
export interface Example {
  request: {
    /** `/v1/search?q=laptop` */
    url: string;
    body?: unknown;
  };
  status: number;
  /** Absent of an answer without a body; a text where it is no JSON. */
  answer?: unknown;
}

const FOLDER = join(import.meta.dirname, 'examples');

/** The example of each operation, by its id; `npm run docs:examples` writes them. */
export const EXAMPLES: ReadonlyMap<string, Example> = new Map(
  readdirSync(FOLDER).map((name) => [
    basename(name, '.json'),
    JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as Example,
  ]),
);

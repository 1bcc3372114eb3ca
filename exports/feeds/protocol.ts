import { acp } from './acp.ts';
import { google } from './google.ts';
import { meta } from './meta.ts';
import { openai } from './openai.ts';
import { schemaOrg } from './schema_org.ts';
import type { Template } from './template.ts';
import { ucp } from './ucp.ts';

/** `jsonl`: a record a line. `json`: one document of a page of records. */
export type FeedFormat = 'jsonl' | 'json' | 'tsv' | 'xml';

/** How a protocol says an index. */
export interface FeedProtocol {
  /** In the order of preference. */
  formats: readonly [FeedFormat, ...FeedFormat[]];
  /** What a row is said as. */
  row: Template;
  /** What holds the rows of one product, as `variants`, said of the first of them; absent where rows stand alone. */
  product?: Template;
  /** Products of a page; absent: all. */
  page?: { products: number; most: number };
  /** Most rows of one file: the next begins where its cursor says. */
  rowsOfFile?: number;
  /** Of these fields of a row one must be there. */
  oneOf?: readonly string[];
  xml?: { prefix: string; namespace: string };
  /** The document around a page's products. */
  document?: { head: string; tail: (next: string | null) => string };
}

/** Every protocol by the name it has in addresses. */
export const PROTOCOLS = {
  acp,
  openai,
  google,
  ucp,
  meta,
  schema_org: schemaOrg,
} as const satisfies Record<string, FeedProtocol>;

export type ProtocolName = keyof typeof PROTOCOLS;
export const PROTOCOL_NAMES = Object.keys(PROTOCOLS) as ProtocolName[];

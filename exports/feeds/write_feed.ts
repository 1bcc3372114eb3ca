import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Database } from '../../warehouse/database.ts';
import type { SnapshotTables } from '../../warehouse/reads/snapshot_tables.ts';
import { collectYoung } from '../young_memory.ts';
import { type Facts, type FeedMarket, type FeedRow, factsOf } from './facts.ts';
import { feedOffers } from './feed_offers.ts';
import { type FeedFormat, type FeedProtocol, PROTOCOLS, type ProtocolName } from './protocol.ts';
import { SPELLINGS } from './spelling.ts';
import { type Filled, isLack, type Lack, recordOf } from './template.ts';

/** Letters of a feed that are handed to its file together. */
const WRITTEN_AT_ONCE = 65_536;
/** Rows of which what was made on the way is collected together: some 4 MB. */
const ROWS_COLLECTED = 128;

/** What is asked of one feed. */
export interface FeedQuery {
  protocol: ProtocolName;
  format: FeedFormat;
  /** The feed of this seller, listing by listing; null: of the index, variant by variant. */
  seller: string | null;
  category: string | null;
  /** The last product of the page before. */
  after: string | null;
  /** Most products; null: all. */
  products: number | null;
}

/** What became of the rows that there were. */
export interface FeedReport {
  rows: number;
  products: number;
  left_out: number;
  /** Of those left out, how many for each reason, the most common first. */
  reasons: (Lack & { rows: number })[];
  /** The last product of this page; null where no more follow. */
  next: string | null;
}

export interface FeedSurroundings extends FeedMarket {
  currency: string;
  title: string;
  link: string;
  /** Of the moment that cursors are issued: a page with one is good for a while. */
  half_day: number;
  /** A cursor that goes on after this product. */
  cursor: (product: string) => string;
}

/** Writes the feed to `path`, streaming: memory holds one part of the feed. Relations as for exports. */
export async function writeFeed(
  database: Database,
  query: FeedQuery,
  surroundings: FeedSurroundings,
  { path, snapshot }: { path: string; snapshot: SnapshotTables },
): Promise<FeedReport> {
  const feed = new FeedWriter(query, surroundings);
  const file = createWriteStream(path);
  let text = '';
  const write = async (more: string) => {
    text += more;
    if (text.length < WRITTEN_AT_ONCE) return;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  };
  let taken = 0;
  try {
    await write(feed.head());
    const { currency } = surroundings;
    for await (const rows of feedOffers(database, query, { currency, most: feed.mostProducts, snapshot })) {
      for (const row of rows) {
        await write(feed.take(row));
        if (++taken % ROWS_COLLECTED === 0) collectYoung();
      }
      if (feed.isFull) break;
    }
    await write(feed.end());
    file.write(text);
  } finally {
    file.end();
    await finished(file);
  }
  return feed.report();
}

/** Turns rows into the text of a file, product by product. */
class FeedWriter {
  readonly #protocol: FeedProtocol;
  readonly #query: FeedQuery;
  readonly #surroundings: FeedSurroundings;
  readonly #lacks = new Map<string, Lack & { rows: number }>();
  #pending: FeedRow[] = [];
  #rows = 0;
  #products = 0;
  #seen = 0;
  #last: string | null = null;
  isFull = false;

  constructor(query: FeedQuery, surroundings: FeedSurroundings) {
    this.#protocol = PROTOCOLS[query.protocol];
    this.#query = query;
    this.#surroundings = surroundings;
  }

  /** More products than these are in no file or page, so that rows of as many and one tell whether more follow. */
  get mostProducts(): number {
    const { rowsOfFile = Number.POSITIVE_INFINITY } = this.#protocol;
    return Math.min(this.#query.products ?? Number.POSITIVE_INFINITY, rowsOfFile);
  }

  head(): string {
    return SPELLINGS[this.#query.format].head(this.#protocol, this.#surroundings);
  }

  /** The text of the product before, when this row begins the next one. */
  take(row: FeedRow): string {
    if (this.isFull) return '';
    const text = this.#pending[0] && this.#pending[0].group_id !== row.group_id ? this.#flush() : '';
    if (this.#pending.length === 0 && this.#isEnough(row)) this.isFull = true;
    else this.#pending.push(row);
    return text;
  }

  end(): string {
    const text = this.#flush();
    const next = this.isFull && this.#last !== null ? this.#surroundings.cursor(this.#last) : null;
    return text + SPELLINGS[this.#query.format].tail(this.#protocol, next);
  }

  report(): FeedReport {
    const reasons = [...this.#lacks.values()].sort((a, b) => b.rows - a.rows);
    return {
      rows: this.#rows,
      products: this.#products,
      left_out: reasons.reduce((sum, { rows }) => sum + rows, 0),
      reasons,
      next: this.isFull ? this.#last : null,
    };
  }

  /** Whether the next product, whose first row this is, belongs to the next page or file. */
  #isEnough({ group_rows }: FeedRow): boolean {
    const { products } = this.#query;
    const { rowsOfFile = Number.POSITIVE_INFINITY } = this.#protocol;
    if (products !== null && this.#seen >= products) return true;
    return this.#rows > 0 && this.#rows + group_rows > rowsOfFile;
  }

  #flush(): string {
    const [first] = this.#pending;
    if (!first) return '';
    const all = this.#pending.map((row) => factsOf(row, this.#surroundings));
    this.#pending = [];
    this.#seen++;
    this.#last = first.group_id;
    const said = all.flatMap((facts) => this.#said(facts));
    if (said.length === 0) return '';
    const { product } = this.#protocol;
    const records = product ? this.#productOf(product, said) : said.map(({ record }) => record);
    if (records.length > 0) this.#products++;
    const spelling = SPELLINGS[this.#query.format];
    return records
      .map((record, index) => spelling.record(record, this.#protocol, this.#products === 1 && index === 0))
      .join('');
  }

  #said(facts: Facts): { facts: Facts; record: Filled }[] {
    const { row, oneOf } = this.#protocol;
    const record = recordOf(row, facts);
    if (isLack(record)) return this.#leave(record, 1);
    if (oneOf && !oneOf.some((name) => name in (record as object)))
      return this.#leave({ field: oneOf.join(' or '), reason: 'missing' }, 1);
    if (!this.#protocol.product) this.#rows++;
    return [{ facts, record }];
  }

  #productOf(
    product: NonNullable<FeedProtocol['product']>,
    said: { facts: Facts; record: Filled }[],
  ): Filled[] {
    const amounts = said.map(({ facts }) => facts.amount_minor);
    const [first] = said;
    const facts = {
      ...(first?.facts as Facts),
      least_minor: Math.min(...amounts),
      most_minor: Math.max(...amounts),
    };
    const record = recordOf(product, facts);
    if (isLack(record)) return this.#leave(record, said.length);
    this.#rows += said.length;
    return [{ ...(record as object), variants: said.map((one) => one.record) }];
  }

  #leave(lack: Lack, rows: number): [] {
    const key = `${lack.field} ${lack.reason}`;
    const known = this.#lacks.get(key);
    this.#lacks.set(key, { ...lack, rows: (known?.rows ?? 0) + rows });
    return [];
  }
}

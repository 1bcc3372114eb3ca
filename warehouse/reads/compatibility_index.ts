import type { StoredReading } from '../../pipelines/domain/attribute.ts';
import { CONSUMPTION, compatibleNames, isCompatibilityList } from '../../pipelines/domain/consumption.ts';
import { Database, fileList, loadSql } from '../database.ts';
import type { Snapshot } from './snapshot.ts';

const MEMORY = '256MiB';
/** The readings are streamed; nothing is spilled. */
const SPILL = '';
/** Listings read before the event loop gets its turn. */
const ROWS_PER_TURN = 4096;

const YIELDS = new Set(CONSUMPTION.map((kind) => kind.yield.key));
const SHARED = new Set(CONSUMPTION.flatMap(({ shared }) => shared.map(({ key }) => key)));
/** What stands in the readings of a listing that may say what it fits. */
const PATTERN = `"(?:${[...SHARED].map((key) => key.replace('.', '\\.')).join('|')})"|\\.(?:compatib[a-z_]*|fits)"`;

/**
 * Which products say that they fit what: consumables by the names that they list, and by the values that they share
 * with machines. Loaded from the readings when it is first asked for.
 */
export class CompatibilityIndex implements Disposable {
  readonly #products: ReadonlyMap<string, ReadonlySet<number>>;

  private constructor(products: ReadonlyMap<string, ReadonlySet<number>>) {
    this.#products = products;
  }

  /** For `snapshot.hold`. Empty in a snapshot from before readings were kept. */
  static readonly open = async (snapshot: Snapshot): Promise<CompatibilityIndex> => {
    const files = snapshot.files('readings');
    if (files.length === 0) return new CompatibilityIndex(new Map());
    await using database = await Database.open({
      memoryLimit: MEMORY,
      spill: SPILL,
      threads: 1,
    });
    await database.script(
      'open readings',
      `create temp view consumable_readings as select * from read_parquet(${fileList(files)})`,
    );
    const rows = await database.rows<Row>(
      'read what fits what',
      loadSql(import.meta.url, './sql/consumable_readings.sql'),
      { pattern: PATTERN },
    );
    return new CompatibilityIndex(await indexed(rows, snapshot));
  };

  /** Numbers of the products that say so, ascending. `key` is a shared attribute, null asks lists of compatible models. */
  find(key: string | null, name: string): number[] {
    return [...(this.#products.get(entry(key, name)) ?? [])].sort((a, b) => a - b);
  }

  [Symbol.dispose](): void {
    // Nothing but memory is held.
  }
}

interface Row extends Record<string, unknown> {
  listing_key: string;
  readings: string;
}

const entry = (key: string | null, name: string): string => `${key ?? ''} ${name}`;

async function indexed(rows: readonly Row[], snapshot: Snapshot): Promise<Map<string, Set<number>>> {
  const products = new Map<string, Set<number>>();
  const consumables = new Set<number>();
  for (const [at, { listing_key, readings }] of rows.entries()) {
    if (at % ROWS_PER_TURN === ROWS_PER_TURN - 1) await new Promise(setImmediate);
    const found = snapshot.find(BigInt(listing_key));
    if (!found) continue;
    const said = JSON.parse(readings) as StoredReading[];
    if (said.some(([key]) => YIELDS.has(key))) consumables.add(found.product_no);
    for (const name of said.flatMap(entriesOf)) {
      const of = products.get(name);
      if (of) of.add(found.product_no);
      else products.set(name, new Set([found.product_no]));
    }
  }
  // A machine shares its values with other machines: of what is shared only consumables are meant.
  for (const [name, numbers] of products)
    if (!name.startsWith(' ')) for (const no of numbers) if (!consumables.has(no)) numbers.delete(no);
  return products;
}

function entriesOf([key, value]: StoredReading): string[] {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (SHARED.has(key)) return compatibleNames(text).map((name) => entry(key, name));
  return isCompatibilityList(key) ? compatibleNames(text).map((name) => entry(null, name)) : [];
}

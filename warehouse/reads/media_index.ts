import { type Key, key64 } from '../../pipelines/domain/key.ts';
import type { MediaRole } from '../../pipelines/domain/media.ts';
import { Database, fileList, loadSql } from '../database.ts';
import type { Snapshot } from './snapshot.ts';

/** A picture or video as it is served: the best file of its item. */
export interface HeldMedia {
  media_key: Key;
  /** Names the folder of its files. */
  content: string;
  /** True size of the best original, upright. */
  width: number;
  height: number;
  /** By the picture alone. */
  role: MediaRole;
  /** Colours of the article, the most seen first. */
  colors: readonly string[];
  format: string;
}

/** What the media step found, by the addresses that listings name. Loaded when it is first asked for. */
export class MediaIndex implements Disposable {
  readonly #byAddress: ReadonlyMap<Key, HeldMedia>;

  private constructor(byAddress: ReadonlyMap<Key, HeldMedia>) {
    this.#byAddress = byAddress;
  }

  /** For `snapshot.hold`. Empty in a snapshot from before the first run of the media step. */
  static readonly open = async (snapshot: Snapshot): Promise<MediaIndex> => {
    const [media, sources] = [snapshot.files('media'), snapshot.files('media_sources')];
    if (media.length === 0 || sources.length === 0) return new MediaIndex(new Map());
    await using database = await Database.open({ memoryLimit: MEMORY, spill: SPILL, threads: 1 });
    await database.script(
      'open media',
      `create temp view media as select * from read_parquet(${fileList(media)});
       create temp view media_sources as select * from read_parquet(${fileList(sources)});`,
    );
    const rows = await database.rows<Row>('read media', loadSql(import.meta.url, './sql/media.sql'));
    return new MediaIndex(indexed(rows));
  };

  /** Of what is held by address, for tests that are not about the media step. */
  static of(held: Readonly<Record<string, HeldMedia>>): MediaIndex {
    return new MediaIndex(new Map(Object.entries(held).map(([address, one]) => [key64(address), one])));
  }

  /** What is held of the address, or null. */
  find(address: string): HeldMedia | null {
    return this.#byAddress.get(key64(address)) ?? null;
  }

  [Symbol.dispose](): void {
    // Nothing but memory is held.
  }
}

const MEMORY = '256MiB';
/** The tables fit in memory; nothing is spilled. */
const SPILL = '';

interface Row extends Record<string, unknown> {
  address_key: string;
  media_key: string;
  content: string;
  width: number;
  height: number;
  role: MediaRole;
  colors: string[];
  format: string;
}

function indexed(rows: readonly Row[]): Map<Key, HeldMedia> {
  const items = new Map<string, HeldMedia>();
  const byAddress = new Map<Key, HeldMedia>();
  for (const { address_key, media_key, ...row } of rows) {
    const item = items.get(media_key) ?? { ...row, media_key: BigInt(media_key) };
    items.set(media_key, item);
    byAddress.set(BigInt(address_key), item);
  }
  return byAddress;
}

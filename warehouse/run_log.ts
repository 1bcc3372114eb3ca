import { writeFile } from 'node:fs/promises';
import type { Manifest } from './manifest.ts';
import { OldRuns } from './old_runs.ts';
import { byAsOf, type ClosedRun, type FeedName, isStaged, type LoggedRun } from './run.ts';
import { packRuns, type RunBlock, type RunPart, readBlock, readBlocks } from './run_part.ts';
import type { BlobStore } from './store.ts';

/** A part of so many runs is never written again. */
export const FULL_ROWS = 32_768;
/** A part of up to so many is written again whatever is new. */
const SMALL_ROWS = 256;
/** Blocks kept unpacked: whoever asks for one moment after another reads each block once. */
const CACHED_BLOCKS = 32;

interface PlacedBlock extends RunBlock {
  part: RunPart;
  /** Of parts that hold the same run, the one with the greatest number is right. */
  partNo: number;
}

type NamedRun = FeedName & { as_of: string; run_id: string };

interface PlacedRun {
  run: LoggedRun;
  /** -1 for a run that is in no part yet. */
  partNo: number;
}

/**
 * The runs that something became of, as a snapshot knows them: accepted, rejected, failed. They lie in immutable files
 * that the manifest names, so what is published and what the log says of it is one fact. Only the files and blocks
 * that can hold what is asked for are opened: past runs cost nothing.
 */
export class RunLog {
  readonly parts: readonly RunPart[];
  readonly #store: BlobStore;
  readonly #old: OldRuns;
  readonly #lists = new Map<string, Promise<RunBlock[]>>();
  readonly #blocks = new Map<string, Promise<LoggedRun[]>>();

  constructor(store: BlobStore, manifest: Pick<Manifest, 'run_log' | 'runs'> | null) {
    this.#store = store;
    this.parts = manifest?.run_log ?? [];
    this.#old = new OldRuns(store, manifest?.runs ?? []);
  }

  /** Runs that lie as an earlier program left them; the next publication takes them over. */
  get oldRuns(): number {
    return this.#old.size;
  }

  /** True for a run that is known by its name alone, without reading anything. */
  knows(runId: string): boolean {
    return this.#old.has(runId);
  }

  /** What the log says of this run, or null. */
  async find(run: FeedName & { as_of: string; run_id: string }): Promise<ClosedRun | null> {
    return (await this.at(run, run.as_of)).find((one) => one.run_id === run.run_id) ?? null;
  }

  /** The staged runs of a feed for a moment. */
  async at(feed: FeedName, asOf: string): Promise<ClosedRun[]> {
    const covers = ({ from, to }: { from: string; to: string }) => from <= asOf && asOf <= to;
    const blocks = await this.#placed((block) => isOf(block, feed) && covers(block), covers);
    const runs = await this.#rows(blocks, (run) => isOf(run, feed) && run.as_of === asOf);
    return runs.filter((run) => isStaged(run));
  }

  /** All of a feed's runs, oldest first. Reads all of them: for what rebuilds a series. */
  async all(feed: FeedName): Promise<LoggedRun[]> {
    const wanted = (name: FeedName) => isOf(name, feed);
    return (await this.#rows(await this.#placed(wanted), wanted)).sort(byAsOf);
  }

  /** Every feed that has a run. */
  async feeds(): Promise<FeedName[]> {
    const names = new Map<string, FeedName>();
    const blocks = await this.#placed(() => true);
    for (const { seller, feed } of [...blocks, ...this.#old.feeds()])
      names.set(`${seller}/${feed}`, { seller, feed });
    return [...names.values()];
  }

  /** The run of this name, or null. May read the whole log: for what a person asks for. */
  async byId(runId: string): Promise<LoggedRun | null> {
    for await (const run of this.#old.records((one) => one.run_id === runId)) return run;
    for await (const run of this.#newestPartFirst()) if (run.run_id === runId) return run;
    return null;
  }

  /** Those of these ids that the log has not. What was written last is found first. */
  async without(runIds: Iterable<string>): Promise<Set<string>> {
    const missing = new Set([...runIds].filter((id) => !this.#old.has(id)));
    if (missing.size === 0) return missing;
    for await (const { run_id } of this.#newestPartFirst())
      if (missing.delete(run_id) && missing.size === 0) break;
    return missing;
  }

  async *#newestPartFirst(): AsyncGenerator<LoggedRun> {
    for (const part of this.parts.toReversed()) {
      const path = await this.#store.local(part.key);
      for (const block of (await this.#list(part)).toSorted((a, b) => (a.to < b.to ? 1 : -1)))
        yield* await readBlock(path, block);
    }
  }

  /** The runs of one seller, one feed, or all, newest first; reads no further than it is asked. */
  async *newestFirst({ seller, feed }: Partial<FeedName> = {}): AsyncGenerator<LoggedRun> {
    const wanted = (name: FeedName) =>
      (seller ?? name.seller) === name.seller && (feed ?? name.feed) === name.feed;
    const blocks = (await this.#placed(wanted)).sort((a, b) => (a.to < b.to ? 1 : -1));
    const waiting = await this.#placedRuns([], wanted);
    for (let next = 0; next <= blocks.length; next++) {
      const block = blocks[next];
      const due = [...waiting.values()].filter(({ run }) => run.as_of > (block?.to ?? ''));
      for (const { run } of due.sort((a, b) => byAsOf(b.run, a.run))) {
        yield run;
        waiting.delete(run.run_id);
      }
      if (block) await this.#addBlock(waiting, block, wanted);
    }
  }

  /**
   * The parts once these runs are added; of runs of one name the later counts. Small parts are written together with
   * what is new, so there are few; `key` and `draft` name the new part, which nobody sees until a manifest does.
   */
  async append(
    runs: readonly LoggedRun[],
    { key, draft }: { key: string; draft: string },
  ): Promise<RunPart[]> {
    if (runs.length === 0 && this.#old.size === 0) return [...this.parts];
    const parts = [...this.parts];
    const written: RunPart[] = [];
    let rows: LoggedRun[] = [];
    const write = async () => {
      const place = written.length === 0 ? `${key}.runs` : `${key}-${written.length}.runs`;
      written.push(await this.#write(rows, place, draft));
      rows = [];
    };
    for await (const run of this.#old.records(() => true)) {
      rows.push(run);
      if (rows.length === FULL_ROWS) await write();
    }
    rows.push(...runs);
    for (let last = parts.at(-1); written.length === 0 && last && isSmall(last, rows); last = parts.at(-1)) {
      rows = newestVersions([...(await this.#partRows(last)), ...rows]);
      parts.pop();
    }
    if (rows.length > 0) await write();
    return [...parts, ...written];
  }

  async #write(rows: readonly LoggedRun[], key: string, draft: string): Promise<RunPart> {
    const kept = newestVersions(rows);
    const bytes = packRuns(kept);
    await writeFile(draft, bytes);
    await this.#store.put(draft, key);
    const times = kept.map((run) => run.as_of).sort();
    return { key, rows: kept.length, bytes: bytes.length, from: times[0] ?? '', to: times.at(-1) ?? '' };
  }

  /** The blocks that `wanted` picks, of the parts that `open` lets be opened. */
  async #placed(
    wanted: (block: RunBlock) => boolean,
    open: (part: RunPart) => boolean = () => true,
  ): Promise<PlacedBlock[]> {
    const placed: PlacedBlock[] = [];
    for (const [partNo, part] of this.parts.entries())
      if (open(part))
        for (const block of await this.#list(part))
          if (wanted(block)) placed.push({ ...block, part, partNo });
    return placed;
  }

  #list(part: RunPart): Promise<RunBlock[]> {
    const list = this.#lists.get(part.key) ?? this.#store.local(part.key).then(readBlocks);
    this.#lists.set(part.key, list);
    return list;
  }

  /** The wanted runs of these blocks and of the old ones; each once, as the newest part has it. */
  async #rows(blocks: readonly PlacedBlock[], wanted: (run: NamedRun) => boolean): Promise<LoggedRun[]> {
    return [...(await this.#placedRuns(blocks, wanted)).values()].map(({ run }) => run);
  }

  /** The same by id, with the part that says so. */
  async #placedRuns(
    blocks: readonly PlacedBlock[],
    wanted: (run: NamedRun) => boolean,
  ): Promise<Map<string, PlacedRun>> {
    const placed = new Map<string, PlacedRun>();
    for await (const run of this.#old.records(wanted)) placed.set(run.run_id, { run, partNo: -1 });
    for (const block of blocks) await this.#addBlock(placed, block, wanted);
    return placed;
  }

  /** Adds the wanted runs of a block where no newer part says otherwise. */
  async #addBlock(
    placed: Map<string, PlacedRun>,
    block: PlacedBlock,
    wanted: (run: NamedRun) => boolean,
  ): Promise<void> {
    const { partNo } = block;
    for (const run of await this.#block(block))
      if (wanted(run) && (placed.get(run.run_id)?.partNo ?? -1) <= partNo)
        placed.set(run.run_id, { run, partNo });
  }

  #block(block: PlacedBlock): Promise<LoggedRun[]> {
    const name = `${block.part.key} ${block.at}`;
    const rows =
      this.#blocks.get(name) ?? this.#store.local(block.part.key).then((path) => readBlock(path, block));
    this.#blocks.delete(name);
    this.#blocks.set(name, rows);
    const [oldest] = this.#blocks.keys();
    if (this.#blocks.size > CACHED_BLOCKS && oldest !== undefined) this.#blocks.delete(oldest);
    return rows;
  }

  async #partRows(part: RunPart): Promise<LoggedRun[]> {
    const path = await this.#store.local(part.key);
    const rows: LoggedRun[] = [];
    for (const block of await this.#list(part)) rows.push(...(await readBlock(path, block)));
    return rows;
  }
}

function isOf(name: FeedName, { seller, feed }: FeedName): boolean {
  return name.seller === seller && name.feed === feed;
}

/** A part worth writing again together with these rows, so that sizes double from part to part. */
function isSmall(part: RunPart, rows: readonly LoggedRun[]): boolean {
  return part.rows < FULL_ROWS && part.rows <= Math.max(SMALL_ROWS, 2 * rows.length);
}

/** Each run once: of several of one name the last. */
function newestVersions<Of extends LoggedRun>(runs: readonly Of[]): Of[] {
  return [...new Map(runs.map((run) => [run.run_id, run])).values()];
}

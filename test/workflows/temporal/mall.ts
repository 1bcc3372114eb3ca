import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type TableContent, tableContents } from '../../../warehouse/contents.ts';
import { currentManifest } from '../../../warehouse/manifest.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { Program, type Running } from '../../api/cli/program.ts';
import { gtinOf } from '../../pipelines/snapshot/numbered_gtin.ts';
import type { TestServer } from './server.ts';

/** One listing in so many has a GTIN that others have too: more would teach how titles are alike, which takes seconds. */
const SHARED_EVERY = 20;

/** Sellers with dated local feeds in a folder of their own, worked on by real processes. */
export class Mall implements Disposable {
  readonly program = new Program();
  readonly #workers: Running[] = [];
  /** Who was stocked, in that order. */
  readonly #stocked = new Set<string>();
  #env: Record<string, string> = {};

  constructor(sellers: readonly string[], schedule = '0 4 * * *') {
    this.configure(sellers, schedule);
  }

  get data(): string {
    return join(this.program.cwd, 'data');
  }

  configure(
    sellers: readonly string[],
    schedule = '0 4 * * *',
    url = (seller: string) => `./${seller}_*.csv`,
  ) {
    const entries = sellers.map(
      (seller) => `  - { id: ${seller}, name: ${seller}, kind: retailer, access: merchant_feed, feeds: [
      { name: all, url: "${url(seller)}", format: google, schedule: "${schedule}", as_of: "${seller}_{YYYY-MM-DD}" }] }`,
    );
    this.program.write({
      'commerce-index.yaml': `market: { country: US, currency: USD }\nmemory_limit: 512MiB\nwebhooks: { allow_private_addresses: true }\nsellers:\n${entries.join('\n')}\n`,
    });
  }

  /** A day's file of a seller; neighbours share some GTINs. With more `rows` than listings it says each again and again. */
  stock(seller: string, day: number, { listings = 200, rows = 0, offset = 0, price = 10 } = {}): this {
    this.#stocked.add(seller);
    const own = [...this.#stocked].indexOf(seller) * 100_000 + 100_000;
    const lines = Array.from({ length: Math.max(rows, listings) }, (_, row) => {
      const item = row % listings;
      const number = item + offset;
      const gtin = gtinOf(number % SHARED_EVERY === 0 ? number : own + number);
      return `S${item},Thing number ${number},Maker,${gtin},${price + (row % 7)}.50 USD`;
    });
    this.program.write({
      [`${seller}_2026-01-0${day}.csv`]: `id,title,brand,gtin,price\n${lines.join('\n')}\n`,
    });
    return this;
  }

  /** From now on commands talk to this server, in a namespace of their own. */
  async connect(server: TestServer): Promise<string> {
    const namespace = await server.namespace();
    this.#env = { TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: namespace };
    return namespace;
  }

  get env(): Record<string, string> {
    return this.#env;
  }

  run(...args: string[]) {
    return this.program.run(args, this.#env);
  }

  begin(...args: string[]): Running {
    return this.program.begin(args, this.#env);
  }

  /** Starts a worker and waits until it polls. */
  async worker(env: Record<string, string> = {}, ...options: string[]): Promise<Running> {
    const worker = this.program.begin(['worker', ...options], { ...this.#env, ...env });
    this.#workers.push(worker);
    await worker.says('is ready');
    return worker;
  }

  /** What every table of the newest snapshot holds. */
  async contents(): Promise<Record<string, TableContent>> {
    const store = new FolderStore(this.data);
    const current = await currentManifest(store);
    if (!current) throw new Error('nothing is published');
    return tableContents(current.manifest, store, join(this.program.cwd, 'spill'));
  }

  [Symbol.dispose](): void {
    for (const worker of this.#workers) worker.child.kill('SIGKILL');
    rmSync(this.program.cwd, { recursive: true, force: true });
  }
}

/** Asks until the answer is neither nothing nor zero. Throws with `what` when none came in time. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false | 0>,
  patienceMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await delay(100);
  }
}

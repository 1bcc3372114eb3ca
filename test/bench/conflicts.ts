import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { conflictsOf } from '../../pipelines/domain/conflicts.ts';
import { contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { itemOf } from '../../pipelines/domain/stated.ts';
import { titleMatcherOf } from '../../pipelines/match/rows/row_matcher.ts';
import { pairCandidates } from '../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { conflictBits } from '../../pipelines/match/titles/compare/conflicts.ts';
import { featuresOf } from '../../pipelines/match/titles/compare/features.ts';
import { comparePairs } from '../../pipelines/match/titles/compare/pairs.ts';
import { teachModel } from '../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';
import { compete } from '../../pipelines/match/titles/score/competition.ts';
import { weigh } from '../../pipelines/match/titles/score/weights.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { matchRows } from '../../warehouse/reads/match_row.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { resolveAnyReference } from '../../warehouse/reads/plain_reference.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { hasMatchData, type MatchTask, readAbtBuy, readGrocery, readWalmartAmazon } from './match_data.ts';

const MAIN = join(import.meta.dirname, '../../api/cli/main.ts');
const MEMORY_LIMIT = '512MiB';
const TIME_LIMIT_MS = 60_000;
const TRUST = 0.9;
/** Of so many titles a number is changed. */
const CHANGED_TITLES = 300;

const percent = (part: number, whole: number) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;

/** How many true pairs state something differently, and how often each kind. */
function benchTruePairs(name: string, pairs: readonly (readonly [MatchRecord, MatchRecord])[]): void {
  const counts = new Map<string, number>();
  let differing = 0;
  for (const [left, right] of pairs) {
    const kinds = conflictsOf(left, right).map(({ kind }) => kind);
    if (kinds.length > 0) differing++;
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const kinds = [...counts].sort(([, one], [, other]) => other - one);
  console.log(
    `  ${name}: ${percent(differing, pairs.length)} of ${pairs.length} true pairs state something differently (${kinds.map(([kind, count]) => `${kind} ${percent(count, pairs.length)}`).join(', ')})`,
  );
}

/** What of the pairs that are sure, and of those that are likely, is held back. */
function benchHeldBack(task: MatchTask): void {
  const model = teachModel([task]);
  const left = featuresOf(task.left, model.vocabulary);
  const right = featuresOf(task.right, model.vocabulary);
  const pairs = comparePairs(left, right, pairCandidates(left, right, model.vocabulary), model.vocabulary);
  const chances = compete(pairs, weigh(pairs, model.weights));
  const gold = new Map(task.gold);
  for (const least of [TRUST, 0.3, 0]) {
    const held = { true: 0, false: 0 };
    const all = { true: 0, false: 0 };
    for (let k = 0; k < chances.length; k++) {
      if ((chances[k] as number) < least) continue;
      const [i, j] = [pairs.left[k] as number, pairs.right[k] as number];
      const truth = gold.get(i) === j ? 'true' : 'false';
      all[truth]++;
      if (conflictBits(left, i, right, j) !== 0) held[truth]++;
    }
    console.log(
      `  ${task.name}, pairs from p ${least} on: held back ${held.true} of ${all.true} true (${percent(held.true, all.true)}), ${held.false} of ${all.false} others (${percent(held.false, all.false)})`,
    );
  }
}

/** The title with another number in place of one of its own, which `isFree` says no product of the name has; null where there is none. */
function changedNumber(title: string, isFree: (number: string) => boolean): string | null {
  for (const { 0: digits, index } of title.matchAll(/\d+/g)) {
    for (const step of [1, 2, 3]) {
      const other = String(Number(digits) + step);
      if (!digits.startsWith('0') && other.length === digits.length && isFree(other))
        return `${title.slice(0, index)}${other}${title.slice(index + digits.length)}`;
    }
  }
  return null;
}

/** How often a title of the demo with one number changed is still resolved, and matched without a person. */
async function benchChangedNumbers(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-conflicts-'));
  const data = process.env['COMMERCE_INDEX_DATA'] ?? join(folder, 'data');
  const env = { ...process.env, COMMERCE_INDEX_DATA: data };
  try {
    if (process.env['COMMERCE_INDEX_DATA'] === undefined)
      await promisify(execFile)(process.execPath, [MAIN, 'ingest'], { env, maxBuffer: 1 << 26 });
    const store = new FolderStore(data);
    const current = await currentManifest(store);
    if (!current) throw new Error(`${data} holds no snapshot`);
    const snapshot = await OpenSnapshot.open(current.manifest, store, {
      memoryLimit: MEMORY_LIMIT,
      timeLimitMs: TIME_LIMIT_MS,
    });
    try {
      await askChanged(snapshot);
    } finally {
      snapshot.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function askChanged(snapshot: OpenSnapshot): Promise<void> {
  const stride = Math.max(1, Math.floor(snapshot.product_count / CHANGED_TITLES));
  const numbers = Array.from({ length: CHANGED_TITLES }, (_, at) => at * stride);
  const products = await snapshot.products(numbers);
  const asked = products.flatMap((product) => {
    const said = product.listings.map((listing) => JSON.stringify(listing)).join(' ');
    const title = changedNumber(product.title, (number) => !said.includes(number));
    return title === null ? [] : [{ product, title }];
  });
  const resolved: Asked[] = [];
  for (const { product, title } of asked) {
    const resolution = await resolveAnyReference(snapshot, title);
    if (resolution.outcome === 'found' && resolution.product_id === product.product_id)
      resolved.push({ title, product });
  }
  console.log(
    `  demo, one number changed in ${asked.length} titles: ${resolved.length} resolved to the product all the same, ${(await mergedOf(snapshot, asked)).length} matched to it without review`,
  );
  const doubled = products.filter(({ listings }) => new Set(listings.map(({ seller }) => seller)).size > 1);
  const own = doubled.flatMap(({ listings }) => listings.map((listing) => ({ listing, listings })));
  const doubted = own.filter(({ listing, listings }) => {
    const others = listings.filter(({ seller }) => seller !== listing.seller);
    return others.length > 0 && contradictionsOf(itemOf(listing), others.map(itemOf)).length > 0;
  });
  console.log(
    `  demo, titles held against what other sellers say of their product: ${percent(doubted.length, own.length)} of ${own.length} would wait`,
  );
}

interface Asked {
  product: Product;
  title: string;
}

async function mergedOf(snapshot: OpenSnapshot, asked: readonly Asked[]) {
  const rows = asked.map(({ title }, at) => ({ id: String(at), title }));
  const titles = await titleMatcherOf(snapshot);
  const matches = await matchRows(snapshot, rows, { titles, trust: TRUST });
  return matches.filter(
    (match, at) =>
      'product_id' in match && !match.review && match.product_id === asked[at]?.product.product_id,
  );
}
/** `MATCH_DATA` names the folder of the public data sets; without it only the demo is asked. `COMMERCE_INDEX_DATA` takes an ingested demo. */
export async function benchConflicts(): Promise<void> {
  console.log('Conflicts');
  const folder = process.env['MATCH_DATA'];
  if (hasMatchData(folder)) {
    for (const task of [readAbtBuy(folder), readWalmartAmazon(folder)]) {
      benchTruePairs(
        task.name,
        task.gold.map(([i, j]) => [task.left[i] as MatchRecord, task.right[j] as MatchRecord]),
      );
      benchHeldBack(task);
    }
    benchTruePairs('groceries, titles', groceryPairs(folder));
  } else console.log('  true pairs: skipped, MATCH_DATA names no folder with match-abt-buy in it');
  await benchChangedNumbers();
}

/** Titles of listings of two chains with one GTIN. */
function groceryPairs(folder: string): [MatchRecord, MatchRecord][] {
  const plain = (record: MatchRecord): MatchRecord => ({ ...record, quantity: null });
  const chains = readGrocery(folder);
  return chains.flatMap((left, at) =>
    chains.slice(at + 1).flatMap((right) => {
      const records = new Map(right.map((record) => [record.gtin, record]));
      return left.flatMap((record): [MatchRecord, MatchRecord][] => {
        const other = records.get(record.gtin);
        return other ? [[plain(record), plain(other)]] : [];
      });
    }),
  );
}

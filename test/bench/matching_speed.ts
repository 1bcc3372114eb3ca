import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Worker } from 'node:worker_threads';
import {
  type CandidateIndex,
  indexCandidates,
} from '../../pipelines/match/titles/candidates/candidate_index.ts';
import { DEFAULT_LIMITS } from '../../pipelines/match/titles/candidates/candidate_limits.ts';
import {
  concatFeatures,
  type Features,
  featureBytes,
  featuresOf,
} from '../../pipelines/match/titles/compare/features.ts';
import { teachModel } from '../../pipelines/match/titles/learn/teach_model.ts';
import { Matcher } from '../../pipelines/match/titles/score/matcher.ts';
import type { MatchModel } from '../../pipelines/match/titles/score/model.ts';
import { Database } from '../../warehouse/database.ts';
import { listingOf } from './match_catalogue.ts';
import type { MatchCounts, WorkerAnswer, WorkerTask } from './match_worker.ts';

const QUERIES = Number(process.env['MATCH_QUERIES'] ?? 1_000_000);
const CATALOGUE = Number(process.env['MATCH_CATALOGUE'] ?? 2_000_000);
const BULK_CATALOGUE = Number(process.env['MATCH_BULK_CATALOGUE'] ?? 1_000_000);
const BULK_TITLES = 10_000;
const SQL_ROWS = Number(process.env['MATCH_SQL'] ?? 20_000);
const TAUGHT = 10_000;
const LIMITS = { ...DEFAULT_LIMITS, candidates: 8, postings: 1000, catalogue: CATALOGUE };
const TRUST = 0.9;
const WORKERS = 2;
const BAR_S = 50;

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1);

class Pool {
  /** Of all tasks since it was last set. On a shared machine it says more than the clock. */
  processor_s = 0;
  readonly #workers = Array.from(
    { length: WORKERS },
    () => new Worker(new URL('./match_worker.ts', import.meta.url)),
  );
  async run<T>(worker: number, task: WorkerTask): Promise<T> {
    const target = this.#workers[worker] as Worker;
    target.postMessage(task);
    const [answer] = (await once(target, 'message')) as [WorkerAnswer];
    this.processor_s += answer.processor_s;
    return answer.result as T;
  }
  async close(): Promise<void> {
    await Promise.all(this.#workers.map(async (worker) => await worker.terminate()));
  }
}

function* listings(seller: number, from: number, to: number) {
  for (let id = from; id < to; id++) yield listingOf(id, seller);
}

function teach(): MatchModel {
  const left = [...listings(1, 0, TAUGHT)];
  const right = [...listings(2, TAUGHT / 4, TAUGHT + TAUGHT / 4)];
  return teachModel([{ left, right }]);
}

/** Features of ids [from, to), built by both workers. */
async function buildFeatures(pool: Pool, model: MatchModel, seller: number, from: number, to: number) {
  const middle = Math.floor((from + to) / 2);
  const parts = await Promise.all([
    pool.run<Features>(0, { do: 'features', model, seller, from, to: middle }),
    pool.run<Features>(1, { do: 'features', model, seller, from: middle, to }),
  ]);
  return concatFeatures(parts);
}

/** Queries are listings of one seller, half of them of items that the catalogue, another seller's, has. */
async function benchJoin(pool: Pool, model: MatchModel): Promise<void> {
  const first = CATALOGUE - QUERIES / 2;
  pool.processor_s = 0;
  const begun = performance.now();
  const indexed = await buildFeatures(pool, model, 2, 0, CATALOGUE);
  console.log(
    `  features of the catalogue ${seconds(begun)} s, ${Math.round(featureBytes(indexed) / CATALOGUE)} bytes a record`,
  );
  const indexBegun = performance.now();
  const share = first + Math.floor(QUERIES * 0.7);
  const [index, others] = await Promise.all([
    pool.run<CandidateIndex>(0, { do: 'index', model, features: indexed, limits: LIMITS }),
    pool.run<Features>(1, { do: 'features', model, seller: 1, from: first, to: share }),
  ]);
  const last = await pool.run<Features>(0, {
    do: 'features',
    model,
    seller: 1,
    from: share,
    to: first + QUERIES,
  });
  const queries = concatFeatures([others, last]);
  console.log(
    `  index and features of the queries ${seconds(indexBegun)} s, index ${megabytes(index.posting.byteLength + index.bucket_start.byteLength)}`,
  );
  const before = pool.processor_s;
  const matchBegun = performance.now();
  const middle = Math.floor(QUERIES / 2);
  const common = { do: 'match', model, queries, first, indexed, index, trust: TRUST } as const;
  const halves = await Promise.all([
    pool.run<MatchCounts>(0, { ...common, from: 0, to: middle }),
    pool.run<MatchCounts>(1, { ...common, from: middle, to: QUERIES }),
  ]);
  const took = seconds(matchBegun);
  const used = pool.processor_s - before;
  const sum = (name: keyof MatchCounts) => halves.reduce((total, half) => total + half[name], 0);
  console.log(
    `  candidates and scores ${took} s; processor time ${used.toFixed(1)} s, ${((used * 1e6) / QUERIES).toFixed(0)} µs a record`,
  );
  console.log(
    `  in all ${seconds(begun)} s, processor time ${pool.processor_s.toFixed(0)} s (bar about ${(BAR_S * WORKERS).toFixed(0)} s on ${WORKERS} threads); best candidate right ${(sum('right') / (QUERIES / 2)).toFixed(3)} of those with one; p ≥ ${TRUST}: precision ${(sum('trusted_right') / sum('trusted')).toFixed(4)}, recall ${(sum('trusted_right') / (QUERIES / 2)).toFixed(3)}; memory ${megabytes(process.memoryUsage().rss)}`,
  );
}

async function benchBulk(pool: Pool, model: MatchModel): Promise<void> {
  const indexed = await buildFeatures(pool, model, 2, 0, BULK_CATALOGUE);
  const index = await pool.run<CandidateIndex>(0, { do: 'index', model, features: indexed, limits: LIMITS });
  const rows = [...listings(1, 0, BULK_TITLES)];
  const matcher = new Matcher(model, indexed, index);
  const answer = (some: typeof rows) => {
    const features = featuresOf(some, model.vocabulary);
    return some.map((_, at) => matcher.candidatesOf(features, at)[0]);
  };
  answer(rows.slice(0, 1000));
  const begun = performance.now();
  const before = process.cpuUsage();
  const found = answer(rows);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `  ${BULK_TITLES} titles against ${BULK_CATALOGUE}: ${seconds(begun)} s on one thread, processor time ${((user + system) / 1e6).toFixed(1)} s (bar 4 s), best candidate right ${(found.filter((best, id) => best?.place === id).length / rows.length).toFixed(3)}`,
  );
  const times: number[] = [];
  for (let from = 0; from + 100 <= rows.length; from += 100) {
    const start = performance.now();
    answer(rows.slice(from, from + 100));
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  console.log(
    `  100 rows: p50 ${times[Math.floor(times.length / 2)]?.toFixed(1)} ms, p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(1)} ms (bar 150 ms); memory ${megabytes(process.memoryUsage().rss)} (bar 1536 MiB)`,
  );
}

/** The peer: every pair of one brand, ranked by Jaro-Winkler in SQL, beside this matcher on the same rows. */
async function benchSql(model: MatchModel): Promise<void> {
  const left = [...listings(1, 0, SQL_ROWS)];
  const right = [...listings(2, 0, SQL_ROWS)];
  {
    await using database = await Database.open({ spill: tmpdir(), memoryLimit: '1GiB', threads: 2 });
    await database.run('load', 'create table l (id integer, brand varchar, title varchar)');
    await database.run('load', 'create table r (id integer, brand varchar, title varchar)');
    for (const [table, rows] of [
      ['l', left],
      ['r', right],
    ] as const) {
      for (let from = 0; from < rows.length; from += 5000) {
        const json = JSON.stringify(
          rows.slice(from, from + 5000).map(({ brand, title }, at) => ({ id: from + at, brand, title })),
        );
        await database.run(
          'load',
          `insert into ${table} select unnest(from_json($json::json, '[{"id":"INTEGER","brand":"VARCHAR","title":"VARCHAR"}]'), recursive := true)`,
          { json },
        );
      }
    }
    const begun = performance.now();
    const [row] = await database.rows<{ right: number }>(
      'jaro-winkler within brands',
      'select count(*) filter (best = id)::double as "right" from (select l.id, arg_max(r.id, jaro_winkler_similarity(l.title, r.title)) as best from l join r using (brand) group by l.id)',
    );
    console.log(
      `  DuckDB, jaro-winkler within brands, ${SQL_ROWS} against ${SQL_ROWS}: ${seconds(begun)} s on two threads, best right ${((row?.right ?? 0) / SQL_ROWS).toFixed(3)}`,
    );
  }
  const begun = performance.now();
  const indexed = featuresOf(right, model.vocabulary);
  const queries = featuresOf(left, model.vocabulary);
  const matcher = new Matcher(model, indexed, indexCandidates(indexed, model.vocabulary, LIMITS));
  const best = { place: 0, weight: 0, probability: 0, identified: false };
  let found = 0;
  for (let at = 0; at < SQL_ROWS; at++) if (matcher.bestOf(queries, at, best) && best.place === at) found++;
  console.log(
    `  this matcher, the same rows: ${seconds(begun)} s on one thread, features and index included, best right ${(found / SQL_ROWS).toFixed(3)}`,
  );
}

/** Speed on a synthetic catalogue with known truth; sizes by MATCH_QUERIES, MATCH_CATALOGUE, MATCH_BULK_CATALOGUE, MATCH_SQL. */
export async function benchMatchingSpeed(): Promise<void> {
  const pool = new Pool();
  try {
    const model = teach();
    console.log('Bulk match');
    await benchBulk(pool, model);
    console.log(`Matching ${QUERIES} listings without GTIN against ${CATALOGUE}, ${WORKERS} workers`);
    await benchJoin(pool, model);
    console.log('Beside plain SQL');
    await benchSql(model);
  } finally {
    await pool.close();
  }
}

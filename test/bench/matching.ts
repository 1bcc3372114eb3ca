import { likelihoods } from '../../pipelines/match/publish/likelihoods.ts';
import { measureTitles, populationOf } from '../../pipelines/match/publish/measure.ts';
import { scoreTitles } from '../../pipelines/match/publish/pairs.ts';
import { indexCandidates } from '../../pipelines/match/titles/candidates/candidate_index.ts';
import { DEFAULT_LIMITS } from '../../pipelines/match/titles/candidates/candidate_limits.ts';
import { pairCandidates } from '../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { COMPARISON_COUNT } from '../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../pipelines/match/titles/compare/features.ts';
import { comparePairs, type Pairs } from '../../pipelines/match/titles/compare/pairs.ts';
import { learnOpenWorld } from '../../pipelines/match/titles/learn/learn_open_world.ts';
import { type SellerPair, teachModel } from '../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';
import { calibrationError, reliability } from '../../pipelines/match/titles/score/calibration.ts';
import { assignOneToOne, compete } from '../../pipelines/match/titles/score/competition.ts';
import { isIdentified, probabilityOf } from '../../pipelines/match/titles/score/identification.ts';
import type { MatchModel } from '../../pipelines/match/titles/score/model.ts';
import { SURE } from '../../pipelines/match/titles/score/open_world.ts';
import { weigh } from '../../pipelines/match/titles/score/weights.ts';
import {
  hasMatchData,
  type MatchTask,
  readAbtBuy,
  readGrocery,
  readGroceryPair,
  readWalmartAmazon,
} from './match_data.ts';
import { benchMatchingSpeed } from './matching_speed.ts';

/** Merged without review from this probability on; counted as a match, for F1, from the other. */
const TRUST = 0.9;
const MATCH = 0.5;

const places = (value: number, digits = 3) => (Number.isFinite(value) ? value.toFixed(digits) : '–');

function bar(what: string, value: number, least: number | undefined, most?: number): string {
  if (least !== undefined)
    return `${what} ${places(value)} (bar ≥ ${least}${value >= least ? '' : ', MISSED'})`;
  return `${what} ${places(value)} (bar ≤ ${most}${value <= (most as number) ? '' : ', MISSED'})`;
}

interface Scored {
  pairs: Pick<Pairs, 'left' | 'right' | 'left_count' | 'right_count'>;
  /** Before calibration, which makes neighbours equal. */
  chances: Float64Array;
  probabilities: Float64Array;
  chosen: number[];
  /** Merged without a person from here on. */
  trust: number;
}

const hidden = (records: readonly MatchRecord[]) => records.map((record) => ({ ...record, gtin: null }));

/** Two lists as they would be published where no GTIN teaches: what is measured there and all that follows. */
function publish(task: Pick<MatchTask, 'left' | 'right'>, taught: MatchModel): Scored {
  const { vocabulary } = taught;
  const records = [
    ...hidden(task.left).map((record) => ({ ...record, seller: 'left' })),
    ...hidden(task.right).map((record) => ({ ...record, seller: 'right' })),
  ];
  const features = featuresOf(records, vocabulary);
  const index = indexCandidates(features, vocabulary);
  const untied = new Uint8Array(features.count).fill(1);
  const all = { features, index, untied, from: 0, to: features.count };
  const open_world = learnOpenWorld(
    [measureTitles({ ...all, model: taught })],
    populationOf(taught, features, untied),
  );
  const model = { ...taught, open_world };
  const found = scoreTitles({ ...all, model });
  const agreed = likelihoods(model, features, found, untied, () => 1);
  const first = task.left.length;
  const probabilities = Float64Array.from(agreed.probability);
  const pairs = {
    left: Uint32Array.from(agreed.left),
    right: Uint32Array.from(agreed.right, (place) => place - first),
    left_count: first,
    right_count: task.right.length,
  };
  const chosen = assignOneToOne(pairs, probabilities);
  return { pairs, chances: probabilities, probabilities, chosen, trust: SURE };
}

function score(task: Pick<MatchTask, 'left' | 'right'>, model: MatchModel): Scored {
  const left = featuresOf(hidden(task.left), model.vocabulary);
  const right = featuresOf(hidden(task.right), model.vocabulary);
  const limits = { ...DEFAULT_LIMITS, by_price: model.taught.by === 'hidden_gtins' };
  const found = pairCandidates(left, right, model.vocabulary, limits);
  const pairs = comparePairs(left, right, found, model.vocabulary);
  const chances = compete(pairs, weigh(pairs, model.weights));
  return {
    pairs,
    chances,
    probabilities: chances.map((chance, k) =>
      probabilityOf(model, model.calibration, chance, isIdentified(pairs.levels, k * COMPARISON_COUNT)),
    ),
    chosen: assignOneToOne(pairs, chances),
    trust: Math.max(TRUST, model.merge_from),
  };
}

/** Precision, recall and F1 of the chosen pairs from a probability on, as far as `counts` says they count. */
function quality(task: MatchTask, scored: Scored, from: number, counts: (k: number) => boolean) {
  const gold = new Map(task.gold);
  const found = scored.chosen.filter((k) => (scored.probabilities[k] as number) >= from && counts(k));
  const right = found.filter(
    (k) => gold.get(scored.pairs.left[k] as number) === scored.pairs.right[k],
  ).length;
  const precision = right / found.length;
  const recall = right / task.gold.length;
  return { found: found.length, precision, recall, f1: (2 * right) / (found.length + task.gold.length) };
}

/** The probability from which the expected F1 of the chosen pairs is largest (Lipton, Elkan and Narayanaswamy 2014). */
function bestExpectedFrom({ chosen, probabilities }: Scored): number {
  const sorted = chosen.map((k) => probabilities[k] as number).sort((a, b) => b - a);
  const total = sorted.reduce((sum, probability) => sum + probability, 0);
  let sum = 0;
  let best = 0;
  let from = 1;
  sorted.forEach((probability, at) => {
    sum += probability;
    const f1 = (2 * sum) / (at + 1 + total);
    if (f1 > best) {
      best = f1;
      from = probability;
    }
  });
  return from;
}

function report(task: MatchTask, scored: Scored, touching: boolean): void {
  const { pairs, probabilities } = scored;
  const gold = new Map(task.gold);
  const matches = Array.from(pairs.left, (i, k) => (gold.get(i) === pairs.right[k] ? 1 : 0));
  const recall = matches.reduce<number>((sum, match) => sum + match, 0) / task.gold.length;
  console.log(
    `  candidates: recall ${places(recall)}, ${(pairs.left.length / task.left.length).toFixed(1)} pairs a record of ${task.left.length} against ${task.right.length}`,
  );
  const lefts = new Set(task.gold.map(([i]) => i));
  const rights = new Set(task.gold.map(([, j]) => j));
  const counts = (k: number) =>
    !touching || lefts.has(pairs.left[k] as number) || rights.has(pairs.right[k] as number);
  const asked = [...matches.keys()].filter(counts);
  const bins = reliability(
    asked.map((k) => probabilities[k] as number),
    asked.map((k) => matches[k] as number),
  );
  console.log(`  ${bar('calibration error', calibrationError(bins), undefined, 0.05)}`);
  console.log(
    `  reliability (pairs: probability → matched): ${bins
      .map(({ count, probability, matched }) =>
        count === 0 ? '' : `${count}: ${places(probability, 2)} → ${places(matched, 2)}`,
      )
      .filter(Boolean)
      .join('; ')}`,
  );
}

function benchAbtBuy(folder: string): void {
  const task = readAbtBuy(folder);
  console.log('Abt-Buy, no labels');
  const model = teachModel([task]);
  const scored = publish(task, model);
  const all = () => true;
  const matched = quality(task, scored, MATCH, all);
  const trusted = quality(task, scored, scored.trust, all);
  console.log(
    `  one-to-one at p ≥ ${MATCH}: P ${places(matched.precision)} R ${places(matched.recall)}, ${bar('F1', matched.f1, 0.93)}`,
  );
  console.log(
    `  merged without review (p ≥ ${places(scored.trust, 3)}): ${trusted.found}, ${bar('precision', trusted.precision, 0.98)}, recall ${places(trusted.recall)}`,
  );
  report(task, scored, false);
}

function benchWalmartAmazon(folder: string): void {
  const task = readWalmartAmazon(folder);
  console.log('Walmart-Amazon, no labels');
  const model = teachModel([task]);
  const scored = publish(task, model);
  const lefts = new Set(task.gold.map(([i]) => i));
  const rights = new Set(task.gold.map(([, j]) => j));
  const touches = (k: number) =>
    lefts.has(scored.pairs.left[k] as number) || rights.has(scored.pairs.right[k] as number);
  const full = quality(task, scored, MATCH, () => true);
  const touching = quality(task, scored, MATCH, touches);
  const trusted = quality(task, scored, scored.trust, touches);
  console.log(
    `  one-to-one at p ≥ ${MATCH}, full tables: P ${places(full.precision)} R ${places(full.recall)}, ${bar('F1', full.f1, 0.75)}`,
  );
  console.log(
    `  … predictions touching a gold record: P ${places(touching.precision)} R ${places(touching.recall)}, ${bar('F1', touching.f1, 0.92)}`,
  );
  console.log(
    `  merged without review (p ≥ ${places(scored.trust, 3)}), touching: ${trusted.found}, ${bar('precision', trusted.precision, 0.96)}, recall ${places(trusted.recall)}`,
  );
  report(task, scored, true);
}

/** Two chains at a time, their own pair hidden; the other pairs of chains teach. */
function benchGrocery(folder: string): void {
  const chains = readGrocery(folder);
  const all: { at: string; pair: SellerPair }[] = [];
  chains.forEach((left, x) => {
    chains.slice(x + 1).forEach((right, y) => {
      all.push({ at: `${x}-${x + 1 + y}`, pair: { left, right } });
    });
  });
  const wanted = process.env['MATCH_CHAINS']?.split(',') ?? all.map(({ at }) => at);
  const sums = { precision: 0, f1: 0, trusted: 0, error: 0 };
  for (const { at, pair } of all) {
    if (!wanted.includes(at)) continue;
    const model = teachModel(
      all.filter((other) => other.at !== at).map((other) => other.pair),
      chains.flat(),
    );
    const placeOf = new Map(pair.right.map(({ gtin }, j) => [gtin, j]));
    const gold = pair.left.flatMap(({ gtin }, i) => {
      const j = placeOf.get(gtin);
      return j === undefined ? [] : [[i, j] as [number, number]];
    });
    const task: MatchTask = { name: at, left: [...pair.left], right: [...pair.right], gold };
    const scored = score(task, model);
    const first = precisionAtOne(task, scored);
    const from = bestExpectedFrom(scored);
    const matched = quality(task, scored, from, () => true);
    const half = quality(task, scored, MATCH, () => true);
    const trusted = quality(task, scored, scored.trust, () => true);
    console.log(`Grocery chains ${at}, barcodes hidden, ${gold.length} shared`);
    console.log(
      `  ${bar('P@1', first, 0.75)}; one-to-one at p ≥ ${places(from, 2)} (best expected F1): ${bar('F1', matched.f1, 0.65)}; at p ≥ ${MATCH}: F1 ${places(half.f1)}`,
    );
    console.log(
      `  merged without review (p ≥ ${places(scored.trust, 3)}): ${trusted.found}, ${bar('precision', trusted.precision, 0.98)}, recall ${places(trusted.recall)}`,
    );
    report(task, scored, false);
    sums.precision += first / wanted.length;
    sums.f1 += matched.f1 / wanted.length;
    sums.trusted += trusted.precision / wanted.length;
  }
  console.log(
    `Grocery, mean of ${wanted.length} pairs of chains: P@1 ${places(sums.precision)}, F1 ${places(sums.f1)}, precision without review ${places(sums.trusted)}`,
  );
}

/** Pairs of chains of which no code is known at all, so that competition alone teaches; MATCH_BARE chooses. */
const BARE = '1-3,2-3';
function benchBareGrocery(folder: string): void {
  for (const at of (process.env['MATCH_BARE'] ?? BARE).split(',').filter(Boolean)) {
    const [one, other] = at.split('-').map(Number) as [number, number];
    const task = readGroceryPair(folder, one, other);
    const scored = score(task, teachModel([{ left: hidden(task.left), right: hidden(task.right) }]));
    console.log(
      `Grocery chains ${at}, no barcode anywhere: ${bar('P@1', precisionAtOne(task, scored), 0.66)} of ${task.gold.length} shared`,
    );
  }
}

function precisionAtOne(task: MatchTask, { pairs, chances }: Scored): number {
  const best = new Map<number, number>();
  for (let k = 0; k < chances.length; k++) {
    const i = pairs.left[k] as number;
    const known = best.get(i);
    if (known === undefined || (chances[k] as number) > (chances[known] as number)) best.set(i, k);
  }
  const right = task.gold.filter(([i, j]) => {
    const k = best.get(i);
    return k !== undefined && pairs.right[k] === j;
  });
  return right.length / task.gold.length;
}

/** `MATCH_DATA` names the folder of the public data sets; without it only the synthetic catalogue is measured. */
export async function benchMatching(): Promise<void> {
  const folder = process.env['MATCH_DATA'];
  if (hasMatchData(folder)) {
    benchAbtBuy(folder);
    benchWalmartAmazon(folder);
    benchGrocery(folder);
    benchBareGrocery(folder);
  } else console.log('Matching quality: skipped, MATCH_DATA names no folder with match-abt-buy in it');
  await benchMatchingSpeed();
}

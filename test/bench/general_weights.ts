import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '../../pipelines/match/titles/candidates/candidate_limits.ts';
import { pairCandidates } from '../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { COMPARISONS } from '../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../pipelines/match/titles/compare/features.ts';
import { comparePairs } from '../../pipelines/match/titles/compare/pairs.ts';
import { VocabularyCounter } from '../../pipelines/match/titles/compare/vocabulary.ts';
import { learnLabelled } from '../../pipelines/match/titles/learn/learn_weights.ts';
import type { TaughtPairs } from '../../pipelines/match/titles/learn/logit.ts';
import { idsOf } from '../../pipelines/match/titles/learn/teach_model.ts';
import { charactersOf, readRecord } from '../../pipelines/match/titles/read/reading.ts';
import { compete } from '../../pipelines/match/titles/score/competition.ts';
import { OFFSETS, type Weights, weigh } from '../../pipelines/match/titles/score/weights.ts';
import { benchGeneralMistakes } from './general_mistakes.ts';
import { hasMatchData } from './match_data.ts';
import { randomOf } from './other_seller.ts';
import { publicDraws, type SmallCatalogue } from './small_catalogues.ts';

const LISTINGS = [50, 150, 400];
const SHARES = [0, 0.05, 0.2, 0.5];
const THRESHOLDS = [0.95, 0.98, 0.99, 0.995];
const TEST_LISTINGS = 300;
const TEST_DRAWS = 4;
const FILE = new URL('../../pipelines/match/titles/score/general_weights.json', import.meta.url);

/**
 * Learns the weights that a catalogue too small to teach its own is weighed by (general_weights.json), from small
 * catalogues of public sets; prints how right each chance is on the set that was left out. GENERAL_WEIGHTS=write
 * writes the file.
 */
export async function benchGeneralWeights(folder: string | undefined): Promise<void> {
  if (!hasMatchData(folder)) return console.log('General weights: MATCH_DATA names no folder with the sets');
  const draws = publicDraws(folder);
  const random = randomOf(5);
  const lessons = new Map(
    [...draws].map(([set, some]) => [
      set,
      LISTINGS.flatMap((listings) =>
        SHARES.flatMap((share) =>
          [0, 1].map((at) => lessonOf(some[at % some.length]?.(listings, share, random) as SmallCatalogue)),
        ),
      ),
    ]),
  );
  console.log(
    `General weights, each set weighed by what the others taught: pairs of two sellers of ${TEST_LISTINGS} listings from a chance on, of which wrong`,
  );
  const without = new Map(
    [...draws.keys()].map((set) => [
      set,
      learnLabelled([...lessons].filter(([other]) => other !== set).flatMap(([, each]) => each)),
    ]),
  );
  for (const [set, some] of draws) {
    const weights = without.get(set) as Weights;
    for (const share of SHARES) {
      const drawn = randomOf(77);
      const tests = Array.from({ length: TEST_DRAWS }, (_, at) =>
        lessonOf(some[at % some.length]?.(TEST_LISTINGS, share, drawn) as SmallCatalogue),
      );
      console.log(`  ${set}, ${share * 100} % partners: ${rightness(tests, weights)}`);
    }
  }
  const isWritten = process.env['GENERAL_WEIGHTS'] === 'write';
  await benchGeneralMistakes(draws, (set) => without.get(set) as Weights, isWritten);
  const weights = learnLabelled([...lessons.values()].flat());
  if (isWritten) {
    await writeFile(FILE, `${JSON.stringify(byComparison(weights), null, 2)}\n`);
    console.log(`  written: ${fileURLToPath(FILE)}`);
  }
}

function lessonOf({ left, right, partnerOf }: SmallCatalogue): TaughtPairs {
  const counter = new VocabularyCounter();
  for (const record of [...left, ...right]) {
    const reading = readRecord(record);
    counter.add(idsOf(reading), charactersOf(reading.words));
  }
  const vocabulary = counter.freeze();
  const [own, other] = [featuresOf(left, vocabulary), featuresOf(right, vocabulary)];
  const pairs = comparePairs(own, other, pairCandidates(own, other, vocabulary, DEFAULT_LIMITS), vocabulary);
  const matches = Float64Array.from(pairs.left, (i, k) => (partnerOf.get(i) === pairs.right[k] ? 1 : 0));
  return {
    pairs,
    matches,
    left_taught: new Uint8Array(left.length).fill(1),
    right_taught: new Uint8Array(right.length).fill(1),
  };
}

function rightness(tests: readonly TaughtPairs[], weights: Weights): string {
  return THRESHOLDS.map((least) => {
    let [joined, wrong] = [0, 0];
    for (const { pairs, matches } of tests)
      compete(pairs, weigh(pairs, weights)).forEach((chance, k) => {
        if (chance < least) return;
        joined++;
        wrong += 1 - (matches[k] as number);
      });
    return `${least}: ${joined}, ${wrong}`;
  }).join('; ');
}

/** The weights by comparison, one for each of its levels, and the prior first. */
function byComparison(weights: Weights): Record<string, number[]> {
  const rounded = Array.from(weights, (weight) => Math.round(weight * 100) / 100);
  return Object.fromEntries([
    ['prior', rounded.slice(0, 1)],
    ...COMPARISONS.map(({ name, levels }, at) => {
      const from = OFFSETS[at] as number;
      return [name, rounded.slice(from, from + levels.length)];
    }),
  ]);
}

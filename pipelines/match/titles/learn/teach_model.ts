import { type CandidateLimits, DEFAULT_LIMITS } from '../candidates/candidate_limits.ts';
import { pairCandidates } from '../candidates/candidate_pairs.ts';
import { LONGEST_PHRASE } from '../compare/contrasts.ts';
import { type Features, FeaturesBuilder } from '../compare/features.ts';
import { comparePairs, type Pairs } from '../compare/pairs.ts';
import { learnPriceLevels, pricePairs } from '../compare/price_levels.ts';
import { type TaughtWords, type Vocabulary, VocabularyCounter } from '../compare/vocabulary.ts';
import { DEFAULT_DECISION } from '../decide/decide.ts';
import { charactersOf, type Reading, readRecord } from '../read/reading.ts';
import type { MatchRecord } from '../read/record.ts';
import { calibrate, calibrated, mergeFrom, UNCALIBRATED } from '../score/calibration.ts';
import { compete } from '../score/competition.ts';
import { GENERAL_WORLD, generalWeights } from '../score/general_weights.ts';
import type { MatchModel } from '../score/model.ts';
import { type Weights, weigh } from '../score/weights.ts';
import { ContrastTeacher } from './learn_contrasts.ts';
import { learnLexicon } from './learn_lexicon.ts';
import { ShadeTeacher } from './learn_shades.ts';
import { type SurePlaces, sureConflicts, toleratedIn } from './learn_tolerated.ts';
import { learnDrawn, learnLabelled } from './learn_weights.ts';
import type { TaughtPairs } from './logit.ts';
import { teachByCompetition } from './teach_by_competition.ts';
import { type RowLesson, teachRows } from './teach_rows.ts';
import { WordTeacher } from './word_teacher.ts';

/** The listings of two sellers (or of two groups of sellers), within which an item is expected at most once. */
export interface SellerPair {
  left: readonly MatchRecord[];
  right: readonly MatchRecord[];
}

/** With fewer pairs that share a GTIN, the catalogue's own structure teaches better. */
export const MIN_KNOWN_MATCHES = 60;
/** A seller of so many listings is no small one. */
const MANY_LISTINGS = 1_000;

/**
 * Learns a model from a catalogue, given as pairs of sellers. Where enough listings of different sellers share a
 * GTIN, the GTINs are hidden and the listings scored: that truth teaches words, weights and calibration. Otherwise
 * competition teaches (learn.ts). `vocabulary` names the records whose words are counted, all of them by default;
 * `colors` are those that the catalogue's feeds declare.
 */
export function teachModel(
  sellerPairs: readonly SellerPair[],
  vocabularyOf: Iterable<MatchRecord> = allRecords(sellerPairs),
  limits: CandidateLimits = DEFAULT_LIMITS,
  colors: readonly string[] = [],
): MatchModel {
  const counter = new VocabularyCounter();
  for (const record of vocabularyOf) {
    const reading = readRecord(record);
    counter.add(idsOf(reading), charactersOf(reading.words));
  }
  const known = sellerPairs.map(({ left, right }) => knownMatches(left, right));
  const matches = known.reduce((sum, pairs) => sum + pairs.size, 0);
  const readings = sellerPairs.map(({ left, right }) => ({
    left: left.map(readRecord),
    right: right.map(readRecord),
  }));
  const featuresWith = (vocabulary: Vocabulary) =>
    sellerPairs.map(({ left, right }, at) => ({
      left: build(left, readings[at]?.left as Reading[], vocabulary),
      right: build(right, readings[at]?.right as Reading[], vocabulary),
    }));
  const isTaught = matches >= MIN_KNOWN_MATCHES;
  const told = toldApart(sellerPairs, readings, known, colors);
  const plain = { ...counter.freeze(), ...told };
  let vocabulary = isTaught
    ? { ...counter.freeze(teachWords(featuresWith(plain), known, spellingsIn(readings))), ...told }
    : plain;
  const features = featuresWith(vocabulary);
  const bounds = { ...limits, by_price: isTaught };
  const compared = features.map(({ left, right }) =>
    comparePairs(left, right, pairCandidates(left, right, vocabulary, bounds), vocabulary),
  );
  const lesson = (taught: TaughtPairs, at: number): RowLesson => ({
    left: (sellerPairs[at] as SellerPair).left,
    right: (features[at] as { right: Features }).right,
    taught,
  });
  if (isTaught) {
    const sets = compared.map((pairs, at) => label(pairs, sellerPairs[at] as SellerPair, known[at] as Known));
    const lessons = sets.map((taught, at) => ({ ...(features[at] as (typeof features)[number]), taught }));
    const first = learnLabelled(sets);
    vocabulary = { ...vocabulary, lexicon: learnLexicon(lessons, vocabulary, first) };
    const own = learnLabelled(sets, first);
    const weights = learnDrawn(sets, own);
    const { sure, ...measured } = calibrateOn(sets, weights);
    const tolerated = toleratedIn(
      sureConflicts(sure.map((places, at) => ({ ...(features[at] as (typeof features)[number]), places }))),
    );
    return {
      vocabulary,
      weights,
      ...measured,
      ...(tolerated && { tolerated }),
      cut_titles: [],
      rows: teachRows(sets.map(lesson), vocabulary, own),
      taught: { by: 'hidden_gtins', matches },
    };
  }
  return teachByCompetition(
    features.map((sides, at) => ({ ...sides, pairs: compared[at] as Pairs })),
    vocabulary,
    lesson,
  );
}

/**
 * A model for a catalogue too small to learn from: its own words, by how rare they are in it, and weights that public
 * sets taught.
 */
export function generalModel(sellerPairs: readonly SellerPair[], colors: readonly string[] = []): MatchModel {
  const counter = new VocabularyCounter();
  const contrasts = new ContrastTeacher(longestIn(sellerPairs));
  for (const record of allRecords(sellerPairs)) {
    const reading = readRecord(record);
    counter.add(idsOf(reading), charactersOf(reading.words));
    contrasts.add(reading, record.seller);
  }
  const weights = generalWeights();
  return {
    vocabulary: {
      ...counter.freeze(),
      contrasts: contrasts.finish(),
      shades: shadesIn(sellerPairs, colors, contrasts).finish(),
    },
    weights,
    calibration: UNCALIBRATED,
    merge_from: 0,
    open_world: GENERAL_WORLD,
    cut_titles: [],
    rows: { weights, calibration: UNCALIBRATED },
    taught: { by: 'public_sets', matches: 0 },
  };
}

function* allRecords(sellerPairs: readonly SellerPair[]): Iterable<MatchRecord> {
  const seen = new Set<MatchRecord>();
  for (const { left, right } of sellerPairs) {
    for (const side of [left, right]) {
      for (const record of side) {
        if (seen.has(record)) continue;
        seen.add(record);
        yield record;
      }
    }
  }
}

export const idsOf = (reading: Reading): Set<number> =>
  new Set([...reading.words.map(({ id }) => id), ...reading.codes.map(({ id }) => id)]);

function build(
  records: readonly MatchRecord[],
  readings: readonly Reading[],
  vocabulary: Vocabulary,
): Features {
  const builder = new FeaturesBuilder(vocabulary, records.length);
  records.forEach((record, at) => builder.addReading(readings[at] as Reading, record));
  return builder.build();
}

/** Left place → right place of listings that share a GTIN. */
type Known = ReadonlyMap<number, number>;

function knownMatches(left: readonly MatchRecord[], right: readonly MatchRecord[]): Known {
  const places = new Map<string, number>();
  right.forEach(({ gtin }, at) => {
    if (gtin && !places.has(gtin)) places.set(gtin, at);
  });
  const known = new Map<number, number>();
  left.forEach(({ gtin }, at) => {
    const place = gtin ? places.get(gtin) : undefined;
    if (place !== undefined) known.set(at, place);
  });
  return known;
}

/** By which words these sellers tell their own listings apart, and by which they name colours. */
function toldApart(
  sellerPairs: readonly SellerPair[],
  readings: readonly Record<'left' | 'right', readonly Reading[]>[],
  known: readonly Known[],
  colors: readonly string[],
): Pick<Vocabulary, 'contrasts' | 'shades'> {
  const contrasts = new ContrastTeacher(longestIn(sellerPairs));
  readings.forEach(({ left, right }, at) => {
    const sellers = sellerPairs[at] as SellerPair;
    left.forEach((reading, i) => {
      contrasts.add(reading, (sellers.left[i] as MatchRecord).seller);
    });
    right.forEach((reading, j) => {
      contrasts.add(reading, (sellers.right[j] as MatchRecord).seller);
    });
  });
  const shades = shadesIn(sellerPairs, colors, contrasts);
  readings.forEach(({ left, right }, at) => {
    for (const [i, j] of known[at] as Known) {
      const [one, other] = [left[i] as Reading, right[j] as Reading];
      contrasts.veto(one, other);
      shades.join(one, other);
    }
  });
  return { contrasts: contrasts.finish(), shades: shades.finish() };
}

/** Where no seller has many listings, phrases tell them apart too; of more, single words are seen often enough. */
function longestIn(sellerPairs: readonly SellerPair[]): 1 | typeof LONGEST_PHRASE {
  const listings = new Map<string, number>();
  for (const { seller } of allRecords(sellerPairs)) listings.set(seller, (listings.get(seller) ?? 0) + 1);
  return Math.max(0, ...listings.values()) < MANY_LISTINGS ? LONGEST_PHRASE : 1;
}

/** Words for colours, before known matches take any of them back. */
function shadesIn(
  sellerPairs: readonly SellerPair[],
  colors: readonly string[],
  contrasts: ContrastTeacher,
): ShadeTeacher {
  const shades = new ShadeTeacher();
  for (const { title } of allRecords(sellerPairs)) shades.addTitle(title);
  for (const color of colors) shades.addDeclared(color);
  for (const id of contrasts.besideColors()) shades.addWord(id);
  return shades;
}

/** The words of readings by their ids. */
function spellingsIn(readings: readonly Record<'left' | 'right', readonly Reading[]>[]): Map<number, string> {
  const spellings = new Map<number, string>();
  for (const { left, right } of readings)
    for (const reading of [...left, ...right])
      for (const { id, text } of reading.words) spellings.set(id, text);
  return spellings;
}

function teachWords(
  features: readonly { left: Features; right: Features }[],
  known: readonly Known[],
  spellings: ReadonlyMap<number, string>,
): TaughtWords | undefined {
  const teacher = new WordTeacher();
  features.forEach(({ left, right }, at) => {
    for (const [i, j] of known[at] as Known) teacher.add(left, i, right, j);
  });
  const price_levels = learnPriceLevels(
    features.flatMap(({ left, right }, at) => pricePairs(left, right, known[at] as Known)),
  );
  const words = teacher.finish(spellings);
  return words && { ...words, price_levels };
}

const hasGtin = ({ gtin }: MatchRecord) => (gtin ? 1 : 0);

/** Marks which pairs share a GTIN; records without one do not teach, whether they match is not known. */
function label(pairs: TaughtPairs['pairs'], sellers: SellerPair, known: Known): TaughtPairs {
  const matches = new Float64Array(pairs.left.length);
  for (let k = 0; k < matches.length; k++)
    if (known.get(pairs.left[k] as number) === pairs.right[k]) matches[k] = 1;
  return {
    pairs,
    matches,
    left_taught: Uint8Array.from(sellers.left, hasGtin),
    right_taught: Uint8Array.from(sellers.right, hasGtin),
  };
}

/**
 * Calibration on pairs the weights have not seen: each half of the seller pairs is scored by weights learned from the
 * other half, or from all where there is only one.
 */
function calibrateOn(
  sets: readonly TaughtPairs[],
  start: Weights,
): Pick<MatchModel, 'calibration' | 'merge_from'> & { sure: SurePlaces['places'][] } {
  const scores: number[] = [];
  const matches: number[] = [];
  /** For each score its pair, as set and place in it. */
  const scored: [set: number, k: number][] = [];
  for (const half of [0, 1]) {
    const others = sets.filter((_, at) => at % 2 !== half);
    const weights = learnDrawn(others.length > 0 ? others : sets, start);
    sets.forEach((set, at) => {
      if (at % 2 !== half) return;
      const chances = compete(set.pairs, weigh(set.pairs, weights));
      chances.forEach((chance, k) => {
        const isKnown =
          set.left_taught[set.pairs.left[k] as number] && set.right_taught[set.pairs.right[k] as number];
        if (!isKnown) return;
        scores.push(chance);
        matches.push(set.matches[k] as number);
        scored.push([at, k]);
      });
    });
  }
  const calibration = calibrate(scores, matches);
  const probabilities = scores.map((score) => calibrated(calibration, score));
  const merge_from = mergeFrom(probabilities, matches);
  const trust = Math.max(DEFAULT_DECISION.trust, merge_from);
  const sure = sets.map((): SurePlaces['places'] => []);
  for (const [score, [set, k]] of scored.entries()) {
    if ((probabilities[score] as number) < trust) continue;
    const { left, right } = (sets[set] as TaughtPairs).pairs;
    sure[set]?.push({ left: left[k] as number, right: right[k] as number, right_pair: matches[score] === 1 });
  }
  return { calibration, merge_from, sure };
}

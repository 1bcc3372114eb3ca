import { mergeFrom, NEVER } from '../score/calibration.ts';

/** A pair of `LIKELY` or more that nothing but its probability keeps from being joined without a person. */
export interface AskedPair {
  probability: number;
  /** Index of `KINDS`. */
  kind: number;
  /** What a person said of it: 1 for the same item, 0 for different ones; undefined where nobody was asked. */
  said: 0 | 1 | undefined;
}

/** By kind (`KINDS`), a probability; a kind that is not there has none. */
export type FromByKind = ReadonlyMap<number, number>;

/** Pairs less likely than this are not joined without a person, whatever people said of others. */
export const LIKELY = 0.9;
/** So many answers, all right, are 98 of 100 for each that is imagined wrong … */
const ANSWERS_FOR_IMAGINED = 49;
/** … and for each wrong one so many more are needed. */
const ANSWERS_FOR_WRONG = 50;
/** With more wrong ones a sample takes more answers than it is likely to save. */
const MOST_WRONG = 2;
/** The pairs are parted by probability into so many strata of one size. */
const STRATA = 10;

/**
 * From which probability on pairs of a kind are joined because people said of a sample of them that they are right: 98 of
 * 100, with some more `imagined` wrong. Kinds of which people found a wrong pair show it each by itself, the others
 * together: how close titles are tells where a likeness is chance (open_world.ts), so a kind that is mistaken says nothing of
 * one that is not. It says nothing of probabilities, which stay what they were.
 */
export function learnSaid(pairs: readonly AskedPair[], imagined: number): FromByKind {
  return byKind(pairs, (group) => shownFrom(group, imagined));
}

/** Pairs that people are asked of so that the others of them may follow. */
export interface Sample<Pair extends AskedPair> {
  pairs: readonly Pair[];
  /** So many more answers, if all are right, show that the others may. */
  needed: number;
}

/**
 * The samples that are worth asking for, one of the kinds that answer for each other: down to a probability as low as still
 * may be shown to be right, where more pairs would be joined than people must be asked of. Wrong answers push it up.
 */
export function samplesOf<Pair extends AskedPair>(pairs: readonly Pair[], imagined: number): Sample<Pair>[] {
  return answeringGroups(pairs).flatMap((group) => {
    const from = worthAskingFrom(group, imagined);
    const sample = group.filter(({ probability }) => probability >= from);
    return sample.length === 0 ? [] : [{ pairs: sample, needed: answersMissing(sample, imagined) }];
  });
}

/** All that nobody answered yet where as many answers as are needed have shown nothing: they do not reach every part. */
function answersMissing(sample: readonly AskedPair[], imagined: number): number {
  const answered = sample.filter(({ said }) => said !== undefined).length;
  const missing = answersNeeded(sample.filter(({ said }) => said === 0).length, imagined) - answered;
  return missing > 0 ? missing : sample.length - answered;
}

const answersNeeded = (wrong: number, imagined: number): number =>
  ANSWERS_FOR_IMAGINED * imagined + ANSWERS_FOR_WRONG * wrong;

/** What is shown of the kinds that answer for each other, for each of them, as far as a probability reaches it. */
function byKind(pairs: readonly AskedPair[], fromOf: (sorted: readonly AskedPair[]) => number): FromByKind {
  const froms = answeringGroups(pairs).flatMap((group) => {
    const from = fromOf(group);
    return from > 1 ? [] : group.map(({ kind }) => [kind, from] as const);
  });
  return new Map(froms);
}

/** The pairs of kinds that answer for each other, each group from the likeliest down. */
function answeringGroups<Pair extends AskedPair>(pairs: readonly Pair[]): Pair[][] {
  const mistaken = new Set(pairs.filter(({ said }) => said === 0).map(({ kind }) => kind));
  const groups = Map.groupBy(pairs, ({ kind }) => (mistaken.has(kind) ? kind : undefined)).values();
  return [...groups].map((group) => group.toSorted((a, b) => b.probability - a.probability));
}

/**
 * Each stratum of probability counts as many pairs as it has, whoever was asked of how many, and one of which nobody was
 * asked counts as wrong: so answers about the likeliest pairs tell nothing of the others (stratified sampling: Cochran 1977).
 */
function shownFrom(asked: readonly AskedPair[], imagined: number): number {
  const probabilities: number[] = [];
  const right: number[] = [];
  const counts: number[] = [];
  const add = (probability: number, verdict: number, count: number) => {
    probabilities.push(probability);
    right.push(verdict);
    counts.push(count);
  };
  for (const stratum of strataOf(asked)) {
    const answers = stratum.filter(({ said }) => said !== undefined);
    const worth = stratum.length / Math.max(1, answers.length);
    for (const { probability, said } of answers) add(probability, said as number, worth);
    if (answers.length === 0) add(stratum[0]?.probability ?? 1, 0, stratum.length);
  }
  const answered = asked.filter(({ said }) => said !== undefined).length;
  if (answered === 0) return NEVER;
  // `mergeFrom` imagines one itself.
  for (let more = 1; more < imagined; more++) add(1, 0, asked.length / answered);
  return mergeFrom(probabilities, right, counts);
}

function worthAskingFrom(sorted: readonly AskedPair[], imagined: number): number {
  let from = NEVER;
  let wrong = 0;
  sorted.forEach(({ probability, said }, at) => {
    if (said === 0) wrong++;
    const isLast = sorted[at + 1]?.probability !== probability;
    if (isLast && wrong <= MOST_WRONG && at + 1 > 2 * answersNeeded(wrong, imagined)) from = probability;
  });
  return from;
}

/** Pairs, by probability, in parts of about one size. */
function strataOf(sorted: readonly AskedPair[]): AskedPair[][] {
  const size = Math.max(1, Math.ceil(sorted.length / STRATA));
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, at) =>
    sorted.slice(at * size, (at + 1) * size),
  );
}

import type { Conflict } from '../domain/conflicts.ts';
import { SIZE_NAME_WORDS } from '../text/languages.ts';
import { ROMAN } from '../text/stated_numbers.ts';
import type { ComparedItem } from './compared_item.ts';
import { titleCodes } from './part_numbers.ts';
import { MOST_NUMBER, type Rank, type Ranks, ranksIn } from './ranks.ts';
import { inRole, roleOf, textOf, VERSIONED } from './roles.ts';

/** Which of two things of one line came after the other, and what says so. */
export interface Lineage {
  newer: 'a' | 'b';
  /** An attribute's key, or the kind of statement. */
  by: string;
  a: string | null;
  b: string | null;
}

/** Steps between generations are small; 100 and 300 are models of a range. */
const MOST_STEP = 3;
/** The first of a line bears no number, the second a 2; `mini 9` is no ninth. */
const MOST_AFTER_NONE = 3;
/** Statements that name a generation; the `V5` of a version may as well be a line. */
const GENERATIONS: readonly string[] = ['generation', 'year'];
const VERSIONS: readonly string[] = ['version'];

/**
 * Which of two things of one line is the newer generation: by words (`Gen 6`, `2nd generation`, `Mark II`, a year), by
 * an attribute that says so, or by a small number behind the same word (`S22` and `S23`, `Mini` and `Mini 2`) where
 * nothing says that both are of one generation. Null where none is, and where the two differ in another number too.
 */
export function lineageOf(a: ComparedItem, b: ComparedItem, conflicts: readonly Conflict[]): Lineage | null {
  const named = statedLineage(conflicts, GENERATIONS) ?? declaredLineage(a, b);
  if (named) return conflicts.some(isOtherSize) ? null : named;
  if (isOneGeneration(a, b)) return null;
  const worded = wordedLineage(a, b);
  if (worded) return worded;
  const version = statedLineage(conflicts, VERSIONS);
  if (version) return version;
  const marked = markedLineage(a, b);
  if (marked) return marked;
  if (hasOtherNumber(conflicts)) return null;
  return numberedLineage(a, b) ?? codedLineage(conflicts);
}

/** `14 Gen 6` and `16 Gen 7`; what has a fraction measures something. */
const isOtherSize = ({ kind, left, right }: Conflict): boolean =>
  kind === 'number' && ![left, right].some((text) => text?.includes('.'));

/** `Press 3520` and `Press 3110`: numbers too large to count generations name two models, whatever else differs. */
const hasOtherNumber = (conflicts: readonly Conflict[]): boolean =>
  conflicts.some(
    ({ kind, left, right }) =>
      (kind === 'number' || kind === 'model') && [left, right].every((text) => /\d{3,}/.test(text ?? '')),
  );

function statedLineage(conflicts: readonly Conflict[], kinds: readonly string[]): Lineage | null {
  for (const { kind, left, right } of conflicts) {
    if (!kinds.includes(kind) || left === null || right === null) continue;
    const newer = newerOf(rankOf(left), rankOf(right));
    if (newer) return { newer, by: kind, a: left, b: right };
  }
  return null;
}

function declaredLineage(a: ComparedItem, b: ComparedItem): Lineage | null {
  for (const { key, value } of inRole(a.attributes, 'lineage')) {
    const other = b.attributes.get(key)?.value;
    if (other === undefined) continue;
    const [left, right] = [textOf(value), textOf(other)];
    const newer = newerOf(rankOf(left), rankOf(right));
    if (newer) return { newer, by: key, a: left, b: right };
  }
  return null;
}

/** Whether both say of which generation they are, and say the same (else `declaredLineage` has told). */
const isOneGeneration = (a: ComparedItem, b: ComparedItem): boolean =>
  inRole(a.attributes, 'lineage').some(({ key }) => b.attributes.has(key));

/** Both say in words of which one generation or edition they are: `5th Edition` and `6. Auflage`. */
function wordedLineage(a: ComparedItem, b: ComparedItem): Lineage | null {
  const [[left, ...more], [right, ...others]] = [[...ranksIn(a).generations], [...ranksIn(b).generations]];
  if (left === undefined || right === undefined || more.length + others.length > 0) return null;
  const newer = newerOf(left, right);
  return newer && { newer, by: 'generation', a: String(left), b: String(right) };
}

/** `WH-1000XM5`: a part number that ends with a mark and a small number behind it. */
const MARKED_CODE = /^(.*\d.*[a-z])(\d{1,2})$/;

/** Part numbers that differ in their last number alone: `XM4` and `XM5` of one series. */
function markedLineage(a: ComparedItem, b: ComparedItem): Lineage | null {
  for (const own of titleCodes(a))
    for (const other of titleCodes(b)) {
      const [, series, number = ''] = MARKED_CODE.exec(own) ?? [];
      const [, others, otherNumber = ''] = MARKED_CODE.exec(other) ?? [];
      const newer =
        series !== undefined && series === others && newerOf(Number(number), Number(otherNumber), MOST_STEP);
      if (newer) return { newer, by: 'model', a: own, b: other };
    }
  return null;
}

/** `s22`, `hero9`: letters and one small number. */
const SHORT_MODEL = /^[a-z]+\d{1,2}$/;

function codedLineage(conflicts: readonly Conflict[]): Lineage | null {
  for (const { kind, left, right } of conflicts) {
    if (kind !== 'model' || !left || !right || !SHORT_MODEL.test(left) || !SHORT_MODEL.test(right)) continue;
    // `CL5` and `CL6` say how fast a memory is.
    if (VERSIONED.has(left.replace(/\d+$/, ''))) continue;
    const newer = newerOf(rankOf(left), rankOf(right), MOST_STEP);
    if (newer) return { newer, by: 'model', a: left, b: right };
  }
  return null;
}

/** Whether behind one word of both names stand two numbers of which one comes next: `Charge 5` and `Charge 6`, `Kayano 30` and `Kayano 31`. */
export function areNumberedNext(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [ranksIn(a).ranks, ranksIn(b).ranks];
  return [...left].some(([word, one]) => {
    const other = right.get(word);
    const isNext = other !== undefined && Math.abs(one.number - other.number) === 1;
    return isNext && !SIZED.has(word) && !isDeclared(a, one) && !isDeclared(b, other);
  });
}
/** Words behind which a number is a size. */
const SIZED: ReadonlySet<string> = new Set([...SIZE_NAME_WORDS, 'eu', 'uk', 'us']);

/** The numbers behind words that both have: `Mini 2` and `Mini 3`; `Mini` and `Mini 2`; `Flash (1st generation)` and `Flash 2.0`. */
function numberedLineage(a: ComparedItem, b: ComparedItem): Lineage | null {
  const [left, right] = [ranksIn(a), ranksIn(b)];
  if (!left.generations.isDisjointFrom(right.generations)) return null;
  for (const word of new Set([...left.ranks.keys(), ...right.ranks.keys()])) {
    if (!left.words.has(word) || !right.words.has(word)) continue;
    const [one, other] = [left.ranks.get(word), right.ranks.get(word)];
    if (isDeclared(a, one) || isDeclared(b, other)) continue;
    const isNext = one && other && Math.abs(one.number - other.number) === 1 && !SIZED.has(word);
    const newer =
      one && other
        ? newerOf(one.number, other.number, isNext ? undefined : MOST_STEP)
        : newerThanNone(one, other, [left, right]);
    if (newer) return { newer, by: 'number', a: one?.text ?? null, b: other?.text ?? null };
  }
  return null;
}

/** The first of a line bears no number; not where it says its generation elsewhere. */
function newerThanNone(
  one: Rank | undefined,
  other: Rank | undefined,
  [left, right]: [Ranks, Ranks],
): 'a' | 'b' | null {
  const known = (one ?? other) as Rank;
  const silent = one ? right : left;
  if (silent.hasYear) return null;
  const [named, ...more] = [...silent.ranks.values()].filter(({ isNamed }) => isNamed);
  // `Elements 9` and `Elements Bd Version 8`
  if (named)
    return more.length > 0
      ? null
      : newerOf(one?.number ?? named.number, other?.number ?? named.number, MOST_STEP);
  const isNext = known.number <= MOST_AFTER_NONE || known.isNamed;
  return isNext ? newerOf(one?.number ?? 1, other?.number ?? 1) : null;
}

/** Of `Mini 2 Capsule Machine` two capsules are read. */
const COUNTS: ReadonlySet<string> = new Set(['general.piece_count', 'general.pack_count']);

/** Whether a number is the value of an attribute: the 24 of `24 ppm` is no generation. */
const isDeclared = ({ attributes }: ComparedItem, rank: Rank | undefined): boolean =>
  rank !== undefined &&
  !rank.isNamed &&
  !rank.isTwice &&
  [...attributes.values()].some(
    ({ key, value }) =>
      roleOf(key) !== 'lineage' && !COUNTS.has(key) && Number(textOf(value)) === rank.number,
  );

/** 6 of `6`, `6th`, `s6` and `VI`. */
function rankOf(text: string): number | null {
  const digits = /\d+(?:\.\d+)?/.exec(text)?.[0];
  return digits === undefined ? (ROMAN.get(text.toLowerCase()) ?? null) : Number(digits);
}

function newerOf(
  left: number | null,
  right: number | null,
  step = Number.POSITIVE_INFINITY,
): 'a' | 'b' | null {
  if (left === null || right === null || left === right || Math.abs(left - right) > step) return null;
  if (Number.isFinite(step) && Math.max(left, right) > MOST_NUMBER) return null;
  return left > right ? 'a' : 'b';
}

import type { Conflict } from '../domain/conflicts.ts';
import { readText } from '../text/reading.ts';
import { ROMAN } from '../text/stated_numbers.ts';
import { DIGITS, isLetters, type Token } from '../text/tokens.ts';
import type { ComparedItem } from './compared_item.ts';
import { inRole, roleOf, textOf } from './roles.ts';

/** Which of two things of one line came after the other, and what says so. */
export interface Lineage {
  newer: 'a' | 'b';
  /** An attribute's key, or the kind of statement. */
  by: string;
  a: string | null;
  b: string | null;
}

/** Numbers that name generations are small, and so are the steps between them; 100 and 300 are models of a range. */
const MOST_NUMBER = 30;
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
  if (named) return conflicts.some(({ kind }) => kind === 'number') ? null : named;
  if (isOneGeneration(a, b)) return null;
  const version = statedLineage(conflicts, VERSIONS);
  if (version) return version;
  if (hasOtherNumber(conflicts)) return null;
  return numberedLineage(a, b) ?? codedLineage(conflicts);
}

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

/** `s22`, `hero9`: letters and one small number. */
const SHORT_MODEL = /^[a-z]+\d{1,2}$/;

function codedLineage(conflicts: readonly Conflict[]): Lineage | null {
  for (const { kind, left, right } of conflicts) {
    if (kind !== 'model' || !left || !right || !SHORT_MODEL.test(left) || !SHORT_MODEL.test(right)) continue;
    const newer = newerOf(rankOf(left), rankOf(right), MOST_STEP);
    if (newer) return { newer, by: 'model', a: left, b: right };
  }
  return null;
}

/** The numbers behind words that both have: `Mini 2` and `Mini 3`; `Mini` and `Mini 2`. */
function numberedLineage(a: ComparedItem, b: ComparedItem): Lineage | null {
  const [left, right] = [numbersIn(a), numbersIn(b)];
  for (const word of new Set([...left.numbers.keys(), ...right.numbers.keys()])) {
    if (!left.words.has(word) || !right.words.has(word)) continue;
    const [one, other] = [left.numbers.get(word), right.numbers.get(word)];
    if (isDeclared(a, one) || isDeclared(b, other)) continue;
    const isFirst = (one ?? other ?? 0) <= MOST_AFTER_NONE;
    const newer =
      one !== undefined && other !== undefined
        ? newerOf(one, other, MOST_STEP)
        : isFirst && newerOf(one ?? 1, other ?? 1, MOST_STEP);
    if (newer) return { newer, by: 'number', a: shown(one), b: shown(other) };
  }
  return null;
}

/** Of `Mini 2 Capsule Machine` two capsules are read. */
const COUNTS: ReadonlySet<string> = new Set(['general.piece_count', 'general.pack_count']);

/** Whether a number is the value of an attribute: the 24 of `24 ppm` is no generation. */
const isDeclared = ({ attributes }: ComparedItem, number: number | undefined): boolean =>
  number !== undefined &&
  [...attributes.values()].some(
    ({ key, value }) => roleOf(key) !== 'lineage' && !COUNTS.has(key) && Number(textOf(value)) === number,
  );

const shown = (number: number | undefined): string | null => (number === undefined ? null : String(number));

/** Small numbers of an item's titles by the word before them, a space between; and all of its words. */
function numbersIn({ stated }: ComparedItem): { words: Set<string>; numbers: Map<string, number> } {
  const [words, numbers] = [new Set<string>(), new Map<string, number>()];
  for (const { title } of stated) {
    const { folded, tokens, amounts } = readText(title);
    for (const [at, token] of tokens.entries()) {
      if (isLetters(token)) words.add(token.text);
      const before = tokens[at - 1];
      if (
        !before ||
        !isLetters(before) ||
        before.text.length < 2 ||
        folded.slice(before.end, token.start) !== ' '
      )
        continue;
      const roman = ROMAN.get(token.text);
      if (roman !== undefined) numbers.set(before.text, roman);
      if (!isSmallNumber(token, folded)) continue;
      // The 2 of `Mini 2 Capsule Machine` counts no capsules.
      const measured = amounts.find(({ from, next }) => at >= from && at < next);
      if (!measured || measured.dimension === 'count') numbers.set(before.text, Number(token.text));
    }
  }
  return { words, numbers };
}

const isSmallNumber = (token: Token, folded: string): boolean =>
  token.kind === DIGITS && token.text.length <= 2 && !/^[.,]?\d/.test(folded.slice(token.end));

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

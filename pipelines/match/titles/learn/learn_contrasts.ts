import { COLOR_WORDS, CONDITION_WORDS } from '../../../text/languages.ts';
import { CODE, NUMBER, WORD } from '../../../text/reading.ts';
import {
  type Contrasts,
  contrastsBetween,
  LONGEST_PHRASE,
  memberOf,
  PHRASE,
  phraseId,
  saidIn,
} from '../compare/contrasts.ts';
import { hashPair, hashText, mix } from '../read/hash.ts';
import { FRAGMENT, type Reading, type ReadWord } from '../read/reading.ts';

/** Of fewer words in common two titles are not the same but for one. */
const LEAST_COMMON = 3;
/** Titles of a family beyond these are not held against all others. */
const MOST_SIBLINGS = 40;
/** A shorter beginning is that of many words, and shorter letters stand in many names. */
const LEAST_BEGINNING = 3;
/** As many bits of the second hash as a double keeps beside 32. */
const SECOND = 2 ** 20;

type Taught = Pick<Reading, 'words' | 'brand' | 'brandText' | 'measures'>;

/** What stands in a gap between what titles have in common. */
type Filling = readonly ReadWord[];

/**
 * Learns by which words sellers tell their own listings apart: where two titles of one seller and brand are the same
 * but for one word each, in the same place, these name two things, because a seller lists an item once. Where amounts
 * differ too, these may be all that does. Nothing is known of what the words mean, so it holds in any trade and language.
 * Of small sellers, whose few listings seldom differ so, up to `longest` words that stand together teach on each side
 * (`space gray` and `silver`).
 */
export class ContrastTeacher {
  /** By what titles have in common: what stands in the gap. */
  readonly #gaps = new Map<number, Filling[]>();
  /** Titles of one item, in which no such words may differ. */
  readonly #known: [number[], number[]][] = [];
  readonly #longest: number;

  constructor(longest: 1 | typeof LONGEST_PHRASE = 1) {
    this.#longest = longest;
  }

  /** A listing of a seller. */
  add({ words, brand, brandText, measures }: Taught, seller: string): void {
    const amounts = measures.map(({ dimension, total }) => `${dimension} ${total}`).sort();
    const start = mix(hashText(seller) ^ brand ^ hashText(amounts.join(' ')));
    for (let count = 1; count <= this.#longest && words.length - count >= LEAST_COMMON; count++)
      for (let gap = 0; gap + count <= words.length; gap++) {
        const filling = words.slice(gap, gap + count);
        if (filling.some((word) => word.kind === FRAGMENT || isOfMaker(word, brandText))) continue;
        let [one, two] = [start, mix(start + gap)];
        words.forEach(({ id }, at) => {
          if (at >= gap && at < gap + count) return;
          one = mix(one ^ id);
          two = mix(Math.imul(two, 31) + id);
        });
        const key = one * SECOND + (two % SECOND);
        const known = this.#gaps.get(key);
        if (!known) this.#gaps.set(key, [filling]);
        else if (known.length < MOST_SIBLINGS && !known.some((other) => isSame(other, filling)))
          known.push(filling);
      }
  }

  /** Two listings of different sellers that are one item: what they differ in tells nothing apart. */
  veto(one: Pick<Reading, 'words'>, other: Pick<Reading, 'words'>): void {
    this.#known.push([wholeIds(one), wholeIds(other)]);
  }

  /** The ids of words that stand in the place of a known colour: `walnut` where a like title has `white`. */
  besideColors(): number[] {
    return [...this.#gaps.values()].flatMap((fillings) => {
      const words = fillings.flatMap((filling) => (filling.length === 1 ? filling : []));
      return words.some(({ text }) => COLOR_WORDS.has(text))
        ? words.flatMap(({ id, kind, text }) => (kind === WORD && !COLOR_WORDS.has(text) ? [id] : []))
        : [];
    });
  }

  finish(): Contrasts {
    const found = new Map<number, readonly [Filling, Filling]>();
    for (const fillings of this.#gaps.values())
      fillings.forEach((one, at) => {
        for (const other of fillings.slice(0, at))
          if (areTwo(one, other)) found.set(hashPair(idOf(one), idOf(other)), [one, other]);
      });
    const contrasts = withMembers(found);
    for (const [left, right] of this.#known) {
      const said = [saidIn(contrasts, [left]), saidIn(contrasts, [right])] as const;
      for (const [one, other] of contrastsBetween(contrasts, ...said)) found.delete(hashPair(one, other));
    }
    return withMembers(found);
  }
}

/** Pairs of words or phrases as contrasts. */
function withMembers(found: ReadonlyMap<number, readonly [Filling, Filling]>): Contrasts {
  const ids = new Set(found.keys());
  for (const filling of [...found.values()].flat())
    if (filling.length > 1) ids.add(memberOf(idOf(filling))).add(memberOf(PHRASE));
  return Uint32Array.from(ids).sort();
}

const idOf = (filling: Filling): number => phraseId(filling.map(({ id }) => id));
const isSame = (one: Filling, other: Filling): boolean =>
  one.length === other.length && one.every(({ id }, at) => id === other[at]?.id);

/**
 * Whether words in each other's place name two things: no word of the one is one of the other, or a form of it, and where
 * they are several, they state no condition, which is compared by itself, and are either all numbers or none has a digit
 * (`Ghost 16` where another title says `Ghost16 Neutral`).
 */
function areTwo(one: Filling, other: Filling): boolean {
  if (one.some((word) => other.some((beside) => word.id === beside.id || isOneWord(word, beside))))
    return false;
  const all = [...one, ...other];
  if (all.length === 2) return true;
  if (all.some(({ text }) => CONDITION_WORDS.has(text))) return false;
  return (one.length === other.length && all.every(({ kind }) => kind === NUMBER)) || !all.some(hasDigit);
}

const hasDigit = ({ text }: ReadWord): boolean => /\d/.test(text);

/** Whether a word is of the maker's name: who writes it in one title of two says nothing of the thing. */
const isOfMaker = ({ text }: ReadWord, brandText: string): boolean =>
  text.length >= LEAST_BEGINNING && brandText.includes(text);

/** The ids of the whole words of a title, in their order. */
const wholeIds = ({ words }: Pick<Reading, 'words'>): number[] =>
  words.flatMap(({ id, kind }) => (kind === FRAGMENT ? [] : [id]));

/** Whether two words may be forms of one, or one cut off (`pen` and `pens`), or one colour. Numbers and model numbers are not. */
function isOneWord(one: ReadWord, other: ReadWord): boolean {
  const color = COLOR_WORDS.get(one.text);
  if (color !== undefined && color === COLOR_WORDS.get(other.text)) return true;
  if ([one.kind, other.kind].some((kind) => kind === NUMBER || kind === CODE)) return false;
  const [short, long] = one.text.length < other.text.length ? [one.text, other.text] : [other.text, one.text];
  return short.length >= LEAST_BEGINNING && long.startsWith(short);
}

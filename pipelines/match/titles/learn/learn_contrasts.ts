import { COLOR_WORDS } from '../../../text/languages.ts';
import { CODE, NUMBER, WORD } from '../../../text/reading.ts';
import type { Contrasts } from '../compare/contrasts.ts';
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

type Said = Pick<Reading, 'words' | 'brand' | 'brandText' | 'measures'>;

/**
 * Learns by which words sellers tell their own listings apart: where two titles of one seller and brand are the same
 * but for one word each, in the same place, these name two things, because a seller lists an item once. Where amounts
 * differ too, these may be all that does. Nothing is known of what the words mean, so it holds in any trade and language.
 */
export class ContrastTeacher {
  /** By what two titles have in common: the words that stand in the gap. */
  readonly #gaps = new Map<number, ReadWord[]>();
  /** Pairs of words that titles of one item were seen to differ in. */
  readonly #vetoed = new Set<number>();

  /** A listing of a seller. */
  add({ words, brand, brandText, measures }: Said, seller: string): void {
    if (words.length <= LEAST_COMMON) return;
    const amounts = measures.map(({ dimension, total }) => `${dimension} ${total}`).sort();
    const start = mix(hashText(seller) ^ brand ^ hashText(amounts.join(' ')));
    words.forEach((word, gap) => {
      if (word.kind === FRAGMENT || isOfMaker(word, brandText)) return;
      let [one, two] = [start, mix(start + gap)];
      words.forEach(({ id }, at) => {
        if (at === gap) return;
        one = mix(one ^ id);
        two = mix(Math.imul(two, 31) + id);
      });
      const key = one * SECOND + (two % SECOND);
      const known = this.#gaps.get(key);
      if (!known) this.#gaps.set(key, [word]);
      else if (known.length < MOST_SIBLINGS && known.every(({ id }) => id !== word.id)) known.push(word);
    });
  }

  /** Two listings of different sellers that are one item: what they differ in tells nothing apart. */
  veto(one: Pick<Reading, 'words'>, other: Pick<Reading, 'words'>): void {
    for (const left of lone(one, other))
      for (const right of lone(other, one)) this.#vetoed.add(hashPair(left, right));
  }

  /** The ids of words that stand in the place of a known colour: `walnut` where a like title has `white`. */
  besideColors(): number[] {
    return [...this.#gaps.values()].flatMap((words) =>
      words.some(({ text }) => COLOR_WORDS.has(text))
        ? words.flatMap(({ id, kind, text }) => (kind === WORD && !COLOR_WORDS.has(text) ? [id] : []))
        : [],
    );
  }

  finish(): Contrasts {
    const found = new Set<number>();
    for (const words of this.#gaps.values())
      words.forEach((one, at) => {
        for (const other of words.slice(0, at)) {
          const pair = hashPair(one.id, other.id);
          if (!isOneWord(one, other) && !this.#vetoed.has(pair)) found.add(pair);
        }
      });
    return Uint32Array.from(found).sort();
  }
}

/** Whether a word is of the maker's name: who writes it in one title of two says nothing of the thing. */
const isOfMaker = ({ text }: ReadWord, brandText: string): boolean =>
  text.length >= LEAST_BEGINNING && brandText.includes(text);

/** The ids of words that the other does not have. */
function lone({ words }: Pick<Reading, 'words'>, other: Pick<Reading, 'words'>): number[] {
  const others = new Set(other.words.map(({ id }) => id));
  return words.flatMap(({ id, kind }) => (kind !== FRAGMENT && !others.has(id) ? [id] : []));
}

/** Whether two words may be forms of one, or one cut off (`pen` and `pens`), or one colour. Numbers and model numbers are not. */
function isOneWord(one: ReadWord, other: ReadWord): boolean {
  const color = COLOR_WORDS.get(one.text);
  if (color !== undefined && color === COLOR_WORDS.get(other.text)) return true;
  if ([one.kind, other.kind].some((kind) => kind === NUMBER || kind === CODE)) return false;
  const [short, long] = one.text.length < other.text.length ? [one.text, other.text] : [other.text, one.text];
  return short.length >= LEAST_BEGINNING && long.startsWith(short);
}

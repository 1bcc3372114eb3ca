import { HALF_WORDS } from './languages.ts';
import { UNITS, type Unit } from './units.ts';
import { unitAfter, type Word } from './words.ts';

/** Amounts in two units are one where they differ by no more than writing them with a decimal less does. */
const SAME = 0.005;
/** Decimals that people write of an amount. */
const MOST_DECIMALS = 3;

/** By dimension: the units whose amounts an index of words spells, each once. */
const SPELT = new Map<string, Unit[]>();
for (const unit of UNITS.values()) {
  if (unit.name === null || unit.dimension === 'count') continue;
  const known = SPELT.get(unit.dimension) ?? [];
  if (!known.some(({ name }) => name === unit.name)) known.push(unit);
  SPELT.set(unit.dimension, known);
}

/** The same amount in other units, as an index of words spells them: of `15.6inch` also `39.6cm`; of other words none. */
export function equalMeasures(text: string): string[] {
  const [, digits = '', name = ''] = /^(\d+(?:\.\d+)?)(\p{L}+)$/u.exec(text) ?? [];
  const unit = UNITS.get(name);
  if (!unit || unit.name !== name || Number(digits) === 0) return [];
  const amount = Number(digits) * unit.factor;
  return (SPELT.get(unit.dimension) ?? []).flatMap((other) =>
    other.name === name ? [] : [...spellingsOf(amount / other.factor)].map((number) => number + other.name),
  );
}

/** How many a pack holds that a word says, `6` of `6pk`; null of other words. */
export const packCount = (text: string): string | null => /^(\d+)pk$/.exec(text)?.[1] ?? null;

/** An amount as it is written with up to so many decimals, each within what rounding allows. */
function spellingsOf(amount: number): Set<string> {
  const found = new Set<string>();
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const rounded = Number(amount.toFixed(decimals));
    if (Math.abs(rounded - amount) <= SAME * amount) found.add(String(rounded));
  }
  return found;
}

/** `half (a) gallon` as the amount that it is, `0.5gal`, where that is a known word; else its words stay as they are. */
export function joinHalves(words: readonly Word[], isKnown: (text: string) => boolean): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const half = joined.at(-1)?.text === ARTICLE ? joined.length - 2 : joined.length - 1;
    const unit = HALF_WORDS.has(joined[half]?.text ?? '') ? unitAfter(HALF, word.text) : null;
    const text = HALF + (unit ?? '');
    if (unit !== null && [text, ...equalMeasures(text)].some(isKnown))
      joined.splice(half, joined.length, { text, joined: null, pieces: [] });
    else joined.push(word);
  }
  return joined;
}

const HALF = '0.5';
/** What stands between a half and its unit: `half a litre`. */
const ARTICLE = 'a';

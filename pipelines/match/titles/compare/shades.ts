import { KIND_NUMBER } from '../../../text/statement.ts';
import { FRAGMENT, type Reading, SHADE_BITS } from '../read/reading.ts';
import type { Features } from './features.ts';

/**
 * Words by which the catalogue's feeds name a colour that no language's list has (`chalk`, `porcelain`), learned from
 * declared colours (learn/learn_shades.ts): the lower bits of their ids, ascending, each before those of the word that
 * stands for all that name this colour (`cream` for `crema`).
 */
export type Shades = Uint32Array;

/** Of words, each beside the one that stands for it. */
export const shadesFrom = (words: Iterable<readonly [word: number, name: number]>): Shades =>
  Uint32Array.from([...words].sort(([one], [other]) => one - other).flat());

/** What stands for a word for a shade; null where it is none. */
export function shadeIn(shades: Shades, word: number): number | null {
  let low = 0;
  let high = shades.length / 2 - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = shades[2 * middle] as number;
    if (found === word) return shades[2 * middle + 1] as number;
    if (found < word) low = middle + 1;
    else high = middle - 1;
  }
  return null;
}

const SHADE = KIND_NUMBER.get('shade') as number;

/** What a record says of its colour: colours as bits, and words for shades. */
export interface Hue {
  colors: number;
  shades: ReadonlySet<number>;
}

/**
 * Whether two records name their colour, and in no word alike: `Chalk` and `Charcoal`, `Espresso Oak` and `White`. Each is
 * known by its titles, at `places` and `others`; what one of them says, the record says. Two known colours are compared as
 * what is stated (conflicts.ts). Symmetric.
 */
export function isOfOtherShade(
  shades: Shades,
  [a, places]: readonly [Features, readonly number[]],
  [b, others]: readonly [Features, readonly number[]],
): boolean {
  return shades.length > 0 && areOtherHues(hueOf(shades, a, places), hueOf(shades, b, others));
}

/** Whether two hues have nothing in common, and one of them is more than known colours. */
export function areOtherHues(one: Hue, other: Hue): boolean {
  if (isBare(one) || isBare(other)) return false;
  if (one.colors !== 0 && other.colors !== 0) return false;
  for (const shade of one.shades) if (other.shades.has(shade)) return false;
  return true;
}

const isBare = ({ colors, shades }: Hue): boolean => colors === 0 && shades.size === 0;

/** What a reading says that may be its colour. */
export type Coloured = Pick<Reading, 'words' | 'statements' | 'colors'>;

/** What a reading says of its colour, where `shadeOf` knows what stands for words for shades. */
export function hueIn(
  { words, statements, colors }: Coloured,
  shadeOf: (word: number) => number | null,
): Hue {
  const said = words.flatMap(({ id, kind }) => (kind === FRAGMENT ? [] : [id & SHADE_BITS]));
  const declared = statements.flatMap(({ kind, value }) => (kind === 'shade' ? [value] : []));
  return { colors, shades: new Set([...said, ...declared].flatMap((word) => shadeOf(word) ?? [])) };
}

function hueOf(shades: Shades, features: Features, places: readonly number[]): Hue {
  const found = new Set<number>();
  let colors = 0;
  const addKnown = (word: number) => {
    const shade = shadeIn(shades, word);
    if (shade !== null) found.add(shade);
  };
  for (const place of places) {
    colors |= features.colors[place] as number;
    const to = features.word_start[place + 1] as number;
    for (let at = features.word_start[place] as number; at < to; at++)
      if (features.word_kind[at] !== FRAGMENT) addKnown((features.word_id[at] as number) & SHADE_BITS);
    const until = features.stated_start[place + 1] as number;
    for (let at = features.stated_start[place] as number; at < until; at++)
      if (features.stated_kind[at] === SHADE) addKnown(features.stated_value[at] as number);
  }
  return { colors, shades: found };
}

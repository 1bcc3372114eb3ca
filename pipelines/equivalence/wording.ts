import { Synonyms } from '../../warehouse/text/synonyms.ts';
import { SHADES } from '../attributes/shades.ts';
import { NODE_NAMES, TAXONOMY } from '../categories/taxonomy.ts';
import { codesOf } from '../text/codes.ts';
import { foldedParts, foldKey } from '../text/fold.ts';
import { COLOR_WORDS, CONDITION_WORDS, SEX_WORDS, SIZE_WORDS, TASTE_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { NUMBER, readText, titleWords, WORD } from '../text/reading.ts';
import { ROMAN } from '../text/stated_numbers.ts';
import type { ComparedItem } from './compared_item.ts';
import { nodeOf } from './kind.ts';
import { inRole, textOf, UNSAYING } from './roles.ts';

/** How rare a word is in the catalogue: its inverse document frequency, 0 or more. */
export type Rarity = (word: string) => number;

/** Words that name the same thing, and what is left over on each side; shares of what the words tell, 0 to 1. */
export interface Wording {
  left_over: number;
  right_over: number;
  /** What both have, as a share of the side that says less. */
  shared: number;
}

/** How two items' titles go together, the two nearest of them: sellers cut titles short, or add praise. */
export function wordingOf(a: ComparedItem, b: ComparedItem, rarity: Rarity): Wording {
  const ignored = ignoredWords(a, b);
  const [left, right] = [wordSets(a, ignored), wordSets(b, ignored)];
  const all = (sets: readonly ReadonlySet<string>[]) =>
    new Set(sets.flatMap((set) => [...set, ...otherWords([...set])]));
  const [ofA, ofB] = [all(left), all(right)];
  let best: Wording | null = null;
  for (const one of left.slice(0, 4))
    for (const other of right.slice(0, 4)) {
      const found = compareWords(one, other, { left: ofA, right: ofB }, rarity);
      const over = Math.min(found.left_over, found.right_over);
      if (!best || over < Math.min(best.left_over, best.right_over)) best = found;
    }
  return best ?? { left_over: 0, right_over: 0, shared: 0 };
}

function compareWords(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  { left, right }: { left: ReadonlySet<string>; right: ReadonlySet<string> },
  rarity: Rarity,
): Wording {
  const weigh = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + rarity(word), 0);
  const [total, otherTotal] = [weigh(one), weigh(other)];
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return {
    left_over: share(weigh(one.difference(right)), total),
    right_over: share(weigh(other.difference(left)), otherTotal),
    shared: share(weigh(one.intersection(other)), Math.min(total, otherTotal)),
  };
}

/** What a title may be saying in other words, one of a word or of two that stand together: `anc` for `noise cancelling`. */
const otherWords = (words: readonly string[]): string[] => {
  synonyms ??= Synonyms.standard();
  const known = synonyms;
  return words.flatMap((word, at) => [
    ...known.of(word),
    ...(at === 0 ? [] : known.of(`${words[at - 1]} ${word}`)),
  ]);
};
let synonyms: Synonyms | undefined;

/** Each title's words, the variant's own first. */
const wordSets = ({ titles }: ComparedItem, ignored: ReadonlySet<string>): Set<string>[] =>
  titles.map(
    (title) =>
      new Set(
        titleWords(readText(title)).flatMap(({ text, kind }) => {
          const plain = fromPlural(text);
          return kind === WORD &&
            !/\d/.test(text) &&
            text.length > 1 &&
            !ignored.has(text) &&
            !ignored.has(plain)
            ? [plain]
            : [];
        }),
      ),
  );

/** Words that do not say which of a brand's things it is: brands, colours and the like, and the names of its kind. */
function ignoredWords(a: ComparedItem, b: ComparedItem): Set<string> {
  const own = [a, b].flatMap((item) => [
    ...foldedParts(item.brand ?? foldedParts(item.title)[0] ?? ''),
    ...kindWords(nodeOf(item)),
    ...inRole(item.attributes, 'taste').flatMap(({ value }) => foldedParts(textOf(value))),
  ]);
  return new Set([...SAID_OTHERWISE, ...own, ...own.map(fromPlural)]);
}

const SAID_OTHERWISE: readonly string[] = [
  ...[COLOR_WORDS, CONDITION_WORDS, SEX_WORDS, SIZE_WORDS, TASTE_WORDS, SHADES].flatMap((words) => [
    ...words.keys(),
  ]),
  ...UNSAYING,
  ...ROMAN.keys(),
];

const kindWords = (node: string | null): string[] => {
  const named = TAXONOMY.get(node ?? '');
  if (!named) return (node ?? '').split(/[._]/);
  return [named.label, ...(NODE_NAMES.get(named.id) ?? [])].flatMap(foldedParts).map(fromPlural);
};

/** Part numbers of at least five signs: declared, and those in the titles of the variant. */
export function codes({ stated, mpns }: ComparedItem): Set<string> {
  const read = stated.flatMap(({ title }) => codesOf(titleWords(readText(title))));
  return new Set([...mpns, ...read].filter((code) => code.length >= LEAST_CODE && /\d/.test(code)));
}
const LEAST_CODE = 5;

/** Numbers with a hyphen between that are no amount and no size: `916-19` of `EcoSpin 916-19`. */
export function numberChains({ titles }: ComparedItem): Set<string> {
  return new Set(
    titles.flatMap((title) =>
      titleWords(readText(title)).flatMap((word, at, words) => {
        const before = words[at - 1];
        const isChain = word.joined === '-' && word.kind === NUMBER && before?.kind === NUMBER;
        return isChain && before.text.length >= LEAST_CHAINED ? [`${before.text}-${word.text}`] : [];
      }),
    ),
  );
}
/** Sizes that people wear (`39-42`) have two digits. */
const LEAST_CHAINED = 3;

/** Who made them: `unknown` where one says nothing of it. */
export function sameBrand(a: ComparedItem, b: ComparedItem): 'same' | 'other' | 'unknown' {
  if (a.brand !== null && b.brand !== null)
    return new Set(foldedParts(a.brand)).isDisjointFrom(new Set(foldedParts(b.brand))) ? 'other' : 'same';
  if (a.brand === null && b.brand === null) return makerIn(a, b) || makerIn(b, a) ? 'same' : 'other';
  const [known, silent] = a.brand === null ? [b, a] : [a, b];
  const brand = foldKey(known.brand ?? '');
  if ([...silent.sellers, ...silent.titles].some((text) => foldKey(text).includes(brand))) return 'same';
  return 'unknown';
}

/** What a title says first is the maker, where nobody declares one. */
const makerIn = (a: ComparedItem, b: ComparedItem): boolean => {
  const [first] = foldedParts(a.title);
  return first !== undefined && foldedParts(b.title).includes(first);
};

import { foldText } from '../text/fold.ts';
import { fromPlural } from '../text/plural.ts';
import { wordsOf } from '../text/words.ts';
import { NODE_NAMES, TAXONOMY } from './taxonomy.ts';

/** What parts the names in a label (`Pots & Pans`), and what only tells more of a name (`Covers for Grills`). */
const PARTED = /\s*[&,/]\s*|\s+(?:for|with|of)\s.*/;

const lastWord = (name: string): string =>
  fromPlural(
    foldText(name.trim())
      .split(/[\s-]+/)
      .at(-1) ?? '',
  );

const NAMES: readonly string[] = [
  ...[...TAXONOMY.values()].flatMap(({ label }) => label.split(PARTED)),
  ...[...NODE_NAMES.values()].flat(),
];
const THINGS: ReadonlySet<string> = new Set(NAMES.map(lastWord).filter((word) => word !== ''));

/**
 * Whether a folded word is what goods are called anywhere, sold here or not (`desk`, `dishwasher`, `lemonade`): the last
 * word of a name in the taxonomy. `university` is none.
 */
export const isThing = (word: string): boolean => THINGS.has(fromPlural(word));

/** What labels end with, or have in the plural before: the `USB` of `USB & FireWire Hubs` is none. */
const LABELLED: readonly string[] = [...TAXONOMY.values()].flatMap(({ label }) => {
  const parts = label.split(PARTED).filter((part) => part !== '');
  return parts.filter((part, at) => at === parts.length - 1 || part.endsWith('s')).map(lastWord);
});
/** Names of goods by themselves; names of several words are written in any order (`shoe running`). */
const GOODS: ReadonlySet<string> = new Set([
  ...LABELLED,
  ...[...NODE_NAMES.values()].flat().filter((name) => !name.includes(' ')),
]);

/** Whether a folded word in the singular is a thing that stands by itself in the taxonomy: `strap`, not `front`. */
export const isGoods = (word: string): boolean => GOODS.has(word);

const foldedWords = (name: string): string[] => wordsOf(name).map(({ text }) => text);

/** By node the names in its label, word by word. */
const NAMES_OF: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  [...TAXONOMY].map(([node, { label }]) => {
    const names = label.split(PARTED).filter((name) => name.trim() !== '');
    const last = foldedWords(names.at(-1) ?? '');
    return [node, names.map((name) => wholeName(name, last)).filter((name) => name.length > 0)];
  }),
);

/**
 * A name of a label with the word that it shares with the last one: `Printer & Copier Paper` is paper, and no printer. What
 * stands in the plural, or beside a single word (`Cereal & Granola`), is a name by itself.
 */
function wholeName(name: string, last: readonly string[]): string[] {
  const words = foldedWords(name);
  const isOwn = last.length < 2 || words.join(' ') === last.join(' ') || /s$/i.test(name.trim());
  return isOwn ? words : [...words, last.at(-1) as string];
}

/** Names of two words, folded, each in the singular: `washing machine`. */
const PAIRS: ReadonlySet<string> = new Set(
  [...[...NAMES_OF.values()].flat(), ...[...NODE_NAMES.values()].flat().map(foldedWords)].flatMap((words) =>
    words.length === 2 ? [words.join(' ')] : [],
  ),
);

/** Whether two folded words are what goods are called together anywhere, sold here or not: `paint brush`. */
export const isNameOfThing = (before: string, noun: string): boolean => PAIRS.has(`${before} ${noun}`);

/** Words that stand before the last in names of several words. */
const MODIFIERS: ReadonlySet<string> = new Set(
  [...NAMES_OF.values()].flat().flatMap((words) => words.slice(0, -1)),
);

/** Whether a folded word tells kinds of goods apart in the taxonomy: the `shower` of `Shower Curtains`. */
export const isModifier = (word: string): boolean => MODIFIERS.has(word);

/** None of a node that is not known. */
const namesOf = (node: string): readonly (readonly string[])[] => NAMES_OF.get(node) ?? [];

/** Whether a node is named for the thing that one of some folded words names: `Tea & Infusions` for `tea`. */
export const isNamedFor = (node: string, words: readonly string[]): boolean =>
  namesOf(node).some((name) => words.includes(name.at(-1) as string));

/** Whether the label of a node is a single name and has such a word: `Garden Hoses` tells of a garden, `Lawn & Garden` of several things. */
export const saysAlone = (node: string, words: readonly string[]): boolean => {
  const names = namesOf(node);
  return names.length === 1 && (names[0] as readonly string[]).some((word) => words.includes(word));
};

/** Whether a node is called just so: `Cereal & Granola` for `cereal`, but `Cooking Oils` not for `oil`. */
export const isCalledAlone = (node: string, noun: string): boolean =>
  namesOf(node).some((name) => name.length === 1 && name[0] === noun);

/** Whether a node has such a word in its name and is not named for it: `Chair Accessories`, `Guitar Strings`. */
export const isBeside = (node: string, words: readonly string[]): boolean =>
  !isNamedFor(node, words) && namesOf(node).some((name) => words.some((word) => name.includes(word)));

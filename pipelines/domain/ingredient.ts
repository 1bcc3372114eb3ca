import { foldText } from '../text/fold.ts';
import { functionWords } from '../text/languages.ts';
import table from './ingredients.json' with { type: 'json' };

/** What is in things that people eat, drink or put on their skin, and that some must not have. */
export interface Ingredient {
  name: string;
  /** Words for it in any language, as they are written. */
  words: readonly string[];
  /** Words of people who must not have it: `coeliac`. */
  ailments: readonly string[];
  /** What it is a part of: what is free of milk has no lactose, but not the other way about. */
  within: readonly string[];
  /** What who is ill of it had better not have either, for it is worked side by side: nuts with peanuts. */
  beside: readonly string[];
  /** What it comprises: who wants no nuts wants no almonds. */
  holds: readonly string[];
  /** Words for what is made of it. */
  made: readonly string[];
  /** Who refuses it need not be ill of it. */
  mayBeTaste: boolean;
}

export const INGREDIENTS: ReadonlyMap<string, Ingredient> = new Map(
  Object.entries<Partial<Omit<Ingredient, 'name'>>>(table).map(([name, own]) => [
    name,
    { name, words: [], ailments: [], within: [], beside: [], holds: [], made: [], mayBeTaste: false, ...own },
  ]),
);

const BY_WORD: ReadonlyMap<string, Ingredient> = new Map(
  [...INGREDIENTS.values()].flatMap((one) =>
    [one.name, ...one.words, ...one.ailments].map((word) => [foldText(word), one] as const),
  ),
);

/** Words of a refusal that name nothing: `any`, `added`, articles. */
const BESIDE_NAME: ReadonlySet<string> = new Set([
  ...['en', 'de', 'es', 'fr', 'it', 'nl'].flatMap((language) => [...functionWords(language, ['articles'])]),
  ...'any added all kinds sorts of at whatsoever allen alle'.split(' '),
]);

/**
 * The ingredient that a phrase names and nothing else (`any nuts`, `lactosa`, not `milk chocolate`), or that who it names must
 * not have (`coeliac`). Null where it names none.
 */
export function ingredientNamed(phrase: string): Ingredient | null {
  const words = foldText(phrase).split(/\s+/);
  const telling = words.filter((word) => !BESIDE_NAME.has(word));
  return BY_WORD.get(words.join(' ')) ?? BY_WORD.get(telling.join(' ')) ?? null;
}

const wordsOfAll = (names: readonly string[]): string[] =>
  names.flatMap((name) => INGREDIENTS.get(name)?.words ?? []);

/** Words of which a thing that is said to be free is free of an ingredient. */
export const freeingWords = ({ words, within }: Ingredient): string[] => [...words, ...wordsOfAll(within)];

/** Words of what has an ingredient in it; with what is worked beside it, where somebody is ill of it. */
export function havingWords({ words, holds, made, beside }: Ingredient, isIll: boolean): string[] {
  const near = isIll ? beside.flatMap((name) => INGREDIENTS.get(name) ?? []) : [];
  return [
    ...words,
    ...wordsOfAll(holds),
    ...made,
    ...near.flatMap((one) => [...one.words, ...wordsOfAll(one.holds), ...one.made]),
  ];
}

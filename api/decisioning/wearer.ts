import { contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import { isYoung } from '../../pipelines/domain/intent/age.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { servedItem } from '../../pipelines/domain/stated.ts';
import { SPECIES } from '../../pipelines/equivalence/roles.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { FOR_WORDS } from '../../pipelines/text/languages.ts';
import type { StatedKind } from '../../pipelines/text/statement.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';

/**
 * Where what tells of people says that a thing is for a child (`for my toddler`), those that are made for one, if any are;
 * all of them elsewhere. A title that says `kids` is meant for a toddler as much as any other.
 */
export function forTheYoung<One extends { product: Product }>(
  found: readonly One[],
  asides: readonly string[],
): readonly One[] {
  if (!asides.some((aside) => wordsOf(aside).some(({ text }) => isYoung(text)))) return found;
  const made = found.filter(({ product }) => productWords(product).values().some(isYoung));
  return made.length > 0 ? made : found;
}

/** Whom something is for. */
const WEARERS: ReadonlySet<StatedKind> = new Set<StatedKind>(['sex', 'age_group', 'side']);

/**
 * Tells whether all that a product says of whom it is for is otherwise than a text has it: women's shoes are none for men, food for
 * cats is none for a dog, and what people eat is for neither.
 */
export function forOthers({ words, uses }: { words: string; uses: string }): (product: Product) => boolean {
  const title = `${words} ${uses}`;
  const item = { title };
  const asked = animalsIn(title);
  const isAnimals = isForAnimal(title);
  return ({ category, listings }) => {
    if (isAnimals && isEaten(category)) return true;
    const own = new Set(asked.size === 0 ? [] : listings.flatMap((listing) => [...animalsIn(listing.title)]));
    if (own.size > 0 && own.isDisjointFrom(asked)) return true;
    return contradictionsOf(item, listings.map(servedItem)).some(
      ({ kind, left }) => WEARERS.has(kind) && left !== null,
    );
  };
}

/** Whether people eat or drink what lies there. */
export const isEaten = (category: string | null): boolean =>
  category?.startsWith('food_beverages_tobacco.') ?? false;

/** `for my cat`; no `hot dog`. */
function isForAnimal(text: string): boolean {
  const words = wordsOf(text).map((word) => word.text);
  return words.some(
    (word, at) =>
      SPECIES.has(word) && words.slice(Math.max(0, at - 2), at).some((before) => FOR_WORDS.has(before)),
  );
}

/** The animals that a text names, in compounds too (`Hundefutter`), in English. */
const animalsIn = (text: string): Set<string> =>
  new Set(
    wordsOf(text).flatMap(({ text: word }) =>
      [word, ...(nameOfWord(word)?.of ?? [])].flatMap((one) => SPECIES.get(one) ?? []),
    ),
  );

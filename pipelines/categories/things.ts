import { foldText } from '../text/fold.ts';
import { fromPlural } from '../text/plural.ts';
import { NODE_NAMES, TAXONOMY } from './taxonomy.ts';

/** What parts the names in a label (`Pots & Pans`), and what only tells more of a name (`Covers for Grills`). */
const PARTED = /\s*[&,/]\s*|\s+(?:for|with|of)\s.*/;

const lastWord = (name: string): string =>
  fromPlural(
    foldText(name.trim())
      .split(/[\s-]+/)
      .at(-1) ?? '',
  );

const THINGS: ReadonlySet<string> = new Set(
  [...[...TAXONOMY.values()].flatMap(({ label }) => label.split(PARTED)), ...[...NODE_NAMES.values()].flat()]
    .map(lastWord)
    .filter((word) => word !== ''),
);

/**
 * Whether a folded word is what goods are called anywhere, sold here or not (`desk`, `dishwasher`, `lemonade`): the last
 * word of a name in the taxonomy. `university` is none.
 */
export const isThing = (word: string): boolean => THINGS.has(fromPlural(word));

import type { Intent } from './intent/constraints.ts';
import { lexiconOf } from './intent/lexicon.ts';
import { PhraseTree } from './intent/phrase_tree.ts';
import { readIntent } from './intent/reading.ts';

export type {
  Age,
  Budget,
  ConditionChoice,
  Deadline,
  Extreme,
  Intent,
  Measure,
  Phrase,
  Priority,
  Quantity,
  SellerChoice,
} from './intent/constraints.ts';
export type { NamedRun, Standing } from './intent/named_run.ts';
export { dayMeant } from './intent/stated_day.ts';
export type { Span } from './intent/tokens.ts';

export interface IntentOptions {
  /** The market's currency, ISO 4217: what `$` and a bare `under 200` mean. */
  currency: string;
  /** ISO 639-1 codes of INTENT_LANGUAGES; the first decides the order of words. */
  languages?: readonly string[];
  /** BCP 47, which decides whether the month comes first in `12/10`. Default the first language. */
  locale?: string;
  /** Sellers that a text may name; other names stay words. */
  sellers?: readonly { id: string; name: string }[];
  /** Whether a folded word by itself names a kind of thing (`cable`), so that `cable x5` counts it. */
  isKind?: (word: string) => boolean;
  /** Whether a folded word is what goods are called, though no kind of them by itself: what is broken may be one. */
  isGoods?: (word: string) => boolean;
  /** Whether a slug is the name of what records state in numbers: `battery_life`. */
  isMeasured?: (name: string) => boolean;
  /** The texts name a device that uses up what is sold, so that what is said to be out may be that. */
  isOfSupplies?: boolean;
}

/**
 * A reader of shoppers' texts for one market. It takes only what it is sure of as a constraint; the rest stays
 * words. `cheap` and a price with nothing that makes it a bound are words; `around $200` is a bound a tenth above it. Never throws on a text; time is linear in
 * its length. Throws RangeError for a language without words.
 */
export function intentReader(options: IntentOptions): (text: string) => Intent {
  const { currency, languages = ['en'], locale = languages[0] ?? 'en' } = options;
  const { isKind = () => false, isGoods = isKind, isMeasured = () => false, isOfSupplies = false } = options;
  const lexicon = lexiconOf(languages);
  const sellers = new PhraseTree<string>();
  for (const { id, name } of options.sellers ?? []) {
    sellers.add(name, id);
    sellers.add(id, id);
  }
  const isMonthFirst = writesMonthFirst(locale);
  return (text) =>
    readIntent(text, { lexicon, currency, sellers, isMonthFirst, isKind, isGoods, isMeasured, isOfSupplies });
}

const writesMonthFirst = (locale: string): boolean => {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type);
  return parts.indexOf('month') < parts.indexOf('day');
};

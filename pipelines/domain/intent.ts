import type { Intent } from './intent/constraints.ts';
import { lexiconOf, Phrases } from './intent/lexicon.ts';
import { IntentReading } from './intent/reading.ts';

export type {
  Budget,
  ConditionChoice,
  Intent,
  Measure,
  Phrase,
  SellerChoice,
} from './intent/constraints.ts';
export type { Span } from './intent/tokens.ts';

export interface IntentOptions {
  /** The market's currency, ISO 4217: what `$` and a bare `under 200` mean. */
  currency: string;
  /** ISO 639-1 codes of INTENT_LANGUAGES; the first decides the order of words. */
  languages?: readonly string[];
  /** Sellers that a text may name; other names stay words. */
  sellers?: readonly { id: string; name: string }[];
}

/**
 * A reader of shoppers' texts for one market. It takes only what it is sure of as a constraint; the rest stays
 * words. `cheap`, `around $200` and a price without a bound are words. Never throws on a text; time is linear in
 * its length. Throws RangeError for a language without words.
 */
export function intentReader(options: IntentOptions): (text: string) => Intent {
  const lexicon = lexiconOf(options.languages ?? ['en']);
  const sellers = new Phrases<string>();
  for (const { id, name } of options.sellers ?? []) {
    sellers.add(name, id);
    sellers.add(id, id);
  }
  return (text) => new IntentReading(text, lexicon, options.currency, sellers).read();
}

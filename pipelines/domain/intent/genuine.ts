import { ACCESSORY_WORDS, SPARE_PART_WORDS, SUPPLY_WORDS } from '../../text/languages.ts';
import { fromPlural } from '../../text/plural.ts';
import type { Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/**
 * `genuine ones`, `no knock-offs`: it must be the maker's own. `original` says so only of what goes with another thing:
 * elsewhere it may be a taste or a name.
 */
export const takeGenuine: Rule = (marked, at) => {
  const own = behind(marked, 'genuine', at);
  const isBeside = () => marked.tokens.some(({ folded }) => GOES_WITH.has(fromPlural(folded)));
  const next = own ?? (isBeside() ? behind(marked, 'original', at) : null);
  if (next === null) return null;
  marked.intent.genuine ??= marked.phrase(at, next);
  marked.mark(at, next, 'dropped');
  return next;
};

const GOES_WITH: ReadonlySet<string> = new Set(
  [...SUPPLY_WORDS, ...ACCESSORY_WORDS, ...SPARE_PART_WORDS].map(fromPlural),
);

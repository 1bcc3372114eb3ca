import { foldSlug } from '../../text/fold.ts';
import type { Extreme } from './constraints.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind } from './phrase_list.ts';

/** Words of the longest name of an attribute that is looked for: `page yield`, `maximum load`. */
const LONGEST_NAME = 3;

interface MostOf {
  wants: Extreme['wants'];
  of: string;
  next: number;
}

/** `the longest battery life`, `with the most memory`: the most, or the least, of what records state by such a name. */
export const takeMostOf: Rule = (marked, at) => {
  const found = mostOfAt(marked, at);
  if (found === null || marked.intent.extreme !== null) return null;
  const { wants, of, next } = found;
  marked.intent.extreme = { wants, of, isSoft: false, ...marked.phrase(at, next) };
  marked.mark(at, next, 'dropped');
  return next;
};

/** What of what is wanted most or least, where a token begins to say so; else null. */
export function mostOfAt(marked: MarkedText, at: number): MostOf | null {
  for (const [list, wants] of [
    ['most_of', 'largest'],
    ['least_of', 'smallest'],
  ] as const) {
    const from = behind(marked, list, at);
    if (from === null) continue;
    for (let count = LONGEST_NAME; count > 0; count--) {
      const words = marked.tokens.slice(from, from + count);
      const of = foldSlug(words.map(({ folded }) => folded).join(' '));
      const isName =
        words.length === count && words.every(({ kind }) => kind === 'word') && marked.isMeasured(of);
      if (isName) return { wants, of, next: from + count };
    }
  }
  return null;
}

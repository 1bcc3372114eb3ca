import { foldText } from '../../text/fold.ts';
import type { Reading } from './amount.ts';
import { behind } from './phrase_list.ts';
import type { Span } from './tokens.ts';

/** Letters of what a thing may be free of; of shorter stems nobody can be sure. */
const LEAST_LETTERS = 3;

/**
 * What a token says that a thing is free of: `wool` of `wool-free`, `gluten` of `gluten free`, `Zucker` of `zuckerfreie`.
 * Null where it says nothing, or something else: `hands-free`, `versandkostenfrei`.
 */
export function freedAt(reading: Reading, at: number): Span | null {
  const { tokens, text, lexicon } = reading;
  const token = tokens[at];
  if (token?.kind !== 'word') return null;
  const named = behind(reading, 'freed', at);
  if (named !== null && behind(reading, 'free_word', named) !== null)
    return { start: token.start, end: tokens[named - 1]?.end ?? token.end };
  const ending = lexicon.freeEnds
    .filter((end) => token.folded.endsWith(end))
    .sort((a, b) => b.length - a.length)[0];
  const stem = ending === undefined ? '' : token.folded.slice(0, -ending.length);
  if (stem.length < LEAST_LETTERS || lexicon.lists.not_freed.at([{ ...token, folded: stem }], 0)) return null;
  const end = endOfStem(text.slice(token.start, token.end), stem);
  return end === null ? null : { start: token.start, end: token.start + end };
}

/** How many letters of a text, as it was written, fold to a stem. */
function endOfStem(written: string, stem: string): number | null {
  for (let end = 1; end <= written.length; end++) if (foldText(written.slice(0, end)) === stem) return end;
  return null;
}

import { foldText } from '../../text/fold.ts';
import { ingredientNamed } from '../ingredient.ts';
import type { Reading } from './amount.ts';
import { INTENT_LANGUAGES } from './lexicon.ts';
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
  const named = behind(reading, 'freed', at) ?? lexicon.ingredient.at(tokens, at)?.next ?? null;
  if (named !== null && behind(reading, 'free_word', named) !== null)
    return { start: token.start, end: tokens[named - 1]?.end ?? token.end };
  const sensed = SENSED.exec(token.folded)?.[1];
  if (sensed !== undefined) return { start: token.start + 2, end: token.start + 2 + sensed.length };
  const stem = stemOf(token.folded, lexicon.freeEnds) ?? ingredientStem(token.folded) ?? '';
  if (stem.length < LEAST_LETTERS || lexicon.lists.not_freed.at([{ ...token, folded: stem }], 0)) return null;
  const end = endOfStem(text.slice(token.start, token.end), stem);
  return end === null ? null : { start: token.start, end: token.start + end };
}

/** `unflavoured`, `unscented`. */
const SENSED = /^un(flavou?r|scent|perfum|fragranc)ed$/;

/** A word without the longest of some endings; null where it has none of them. */
function stemOf(word: string, endings: readonly string[]): string | null {
  const [ending] = endings.filter((end) => word.endsWith(end)).sort((a, b) => b.length - a.length);
  return ending === undefined ? null : word.slice(0, -ending.length);
}

/** `noten` of `notenvrije`, in whatever language the rest is: an ingredient's own word is nothing else. */
function ingredientStem(word: string): string | null {
  const stem = stemOf(word, ENDINGS);
  return stem !== null && ingredientNamed(stem) !== null ? stem : null;
}
const ENDINGS = Object.values(INTENT_LANGUAGES).flatMap(({ free_ends }) => free_ends.map(foldText));

/** How many letters of a text, as it was written, fold to a stem. */
export function endOfStem(written: string, stem: string): number | null {
  for (let end = 1; end <= written.length; end++) if (foldText(written.slice(0, end)) === stem) return end;
  return null;
}

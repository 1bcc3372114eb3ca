import type { Reading } from './amount.ts';
import { behind, isStop } from './phrase_list.ts';

/** Words that may stand between a denial and what it denies: `do not want to have to pay anything over`. */
const MOST_BETWEEN = 8;

/**
 * The token behind a lower bound that is denied, which is an upper one: `can't afford more than`, `that won't cost me over`,
 * `ich will nicht mehr als`. Between the denial and the bound stand only words about paying, wanting or measuring; null
 * where anything else does, because `not the one over 200` denies the one.
 */
export function behindDenied(reading: Reading, at: number): number | null {
  let next = behind(reading, 'denies', at);
  for (let between = 0; next !== null && between <= MOST_BETWEEN; between++) {
    const bound = behind(reading, 'at_least', next);
    if (bound !== null && bound === behind(reading, 'strict', next)) return bound;
    const exceeds = behind(reading, 'exceeds', next);
    if (exceeds !== null) return exceeds;
    next = behind(reading, 'spends', next);
  }
  return null;
}

/** What makes the bound before it an upper one, up to `next`; a thing that is named within is told as what is wanted. */
export interface DenialBehind {
  next: number;
  thing: number | null;
}

/**
 * `mehr als 60 Dollar darf es nicht kosten`, `over 60 is too much`, `mehr als 500 darf der Laptop nicht kosten`. Up to the
 * next stop nothing but words about paying, a denial and one thing stands there; else null, because `more than 60, not
 * pink` refuses something else.
 */
export function denialBehind(reading: Reading, at: number): DenialBehind | null {
  const tooMuch = behind(reading, 'too_much', at);
  if (tooMuch !== null) return isStop(reading.tokens[tooMuch]) ? { next: tooMuch, thing: null } : null;
  let next: number | null = at;
  let thing: number | null = null;
  let isDenied = false;
  for (let between = 0; next !== null && between <= MOST_BETWEEN; between++) {
    if (isDenied && isStop(reading.tokens[next])) return { next, thing };
    const denied = behind(reading, 'denies', next);
    isDenied ||= denied !== null;
    const said: number | null = denied ?? behind(reading, 'spends', next);
    if (said === null && thing === null) {
      thing = thingAt(reading, next);
      next = thing === null ? null : thing + 1;
    } else next = said;
  }
  return null;
}

/** `der Laptop`: a word behind an article, which may be told among the words about paying. */
function thingAt({ lexicon, tokens }: Reading, at: number): number | null {
  const isArticle = (place: number) => lexicon.articles.has(tokens[place]?.folded ?? '');
  const thing = isArticle(at) ? at + 1 : at;
  return tokens[thing]?.kind === 'word' && isArticle(thing - 1) ? thing : null;
}

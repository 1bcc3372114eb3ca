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

/**
 * The token behind what makes the bound before it an upper one: `mehr als 60 Dollar darf es nicht kosten`, `over 60 is too
 * much`. Up to the next stop nothing but words about paying and a denial stands there; else null, because `more than 60,
 * not pink` refuses something else.
 */
export function behindDeniedBefore(reading: Reading, at: number): number | null {
  let next: number | null = behind(reading, 'too_much', at);
  if (next !== null) return isStop(reading.tokens[next]) ? next : null;
  next = at;
  let isDenied = false;
  for (let between = 0; next !== null && between <= MOST_BETWEEN; between++) {
    if (isDenied && isStop(reading.tokens[next])) return next;
    const denied = behind(reading, 'denies', next);
    isDenied ||= denied !== null;
    next = denied ?? behind(reading, 'spends', next);
  }
  return null;
}

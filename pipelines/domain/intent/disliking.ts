import { COLOR_WORDS } from '../../text/languages.ts';
import type { Reading } from './amount.ts';
import { behind, behindAll, isStop } from './phrase_list.ts';

/** Words between a denial and what it denies: `he really does not like to eat`. */
const MOST_BETWEEN = 6;

/**
 * The token behind what opens a refusal: a word of the list `avoid`, or a denial of liking, in whatever words
 * (`doesn't really like`, `not too keen on`, `ne me plaît pas`). The longest is taken, so that of `not a fan of castles` the
 * castles are refused. Null where nothing is refused.
 */
export function behindRefusing(reading: Reading, at: number): number | null {
  const ends = [behind(reading, 'avoid', at), behindDisliking(reading, at), behindAllBut(reading, at)];
  const end = Math.max(...ends.map((next) => next ?? -1));
  return end < 0 ? null : end;
}

/** `any tablet but Samsung`: of all of a kind a name or a colour is left out; `anything small but loud` leaves out nothing. */
function behindAllBut(reading: Reading, at: number): number | null {
  const next = behind(reading, 'all_but', at);
  const named = next === null ? null : (behindAll(reading, 'skipped', next) ?? next);
  const token = named === null ? undefined : reading.tokens[named];
  if (token === undefined) return null;
  const isName = /^\p{Lu}/u.test(reading.text.slice(token.start, token.end)) || COLOR_WORDS.has(token.folded);
  if (!isName) return null;
  for (let from = at - 1; from >= Math.max(0, at - MOST_BETWEEN) && !isStop(reading.tokens[from]); from--)
    if (behind(reading, 'all_of', from) !== null) return next;
  return null;
}

function behindDisliking(reading: Reading, at: number): number | null {
  let next = behind(reading, 'denies', at);
  let liked: number | null = null;
  for (let between = 0; next !== null && between <= MOST_BETWEEN; between++) {
    const likes = behind(reading, 'likes', next);
    liked = likes ?? liked;
    next = likes ?? behind(reading, 'degree', next);
  }
  // `non mi piacciono molto i castelli`
  return liked && behindAll(reading, 'degree', liked);
}

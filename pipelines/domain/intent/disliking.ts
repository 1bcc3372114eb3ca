import type { Reading } from './amount.ts';
import { behind, behindAll } from './phrase_list.ts';

/** Words between a denial and what it denies: `he really does not like to eat`. */
const MOST_BETWEEN = 6;

/**
 * The token behind what opens a refusal: a word of the list `avoid`, or a denial of liking, in whatever words
 * (`doesn't really like`, `not too keen on`, `ne me plaît pas`). The longest is taken, so that of `not a fan of castles` the
 * castles are refused. Null where nothing is refused.
 */
export function behindRefusing(reading: Reading, at: number): number | null {
  const end = Math.max(behind(reading, 'avoid', at) ?? -1, behindDisliking(reading, at) ?? -1);
  return end < 0 ? null : end;
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

import { WHOLE } from '../read/reading.ts';
import type { Side } from './alignment.ts';

/** What two titles say of each other of which one or both are cut off: what they might have said is not known. */
export const ENDING_LEVELS = [
  'no title is cut off',
  'both titles are cut off and say the same as far as they go',
  'both titles are cut off and differ',
  'one title is cut off and the other goes on from it',
  'one title is cut off and the other has all of it',
  'one title is cut off and the other has not all of it',
] as const;

/** How the ends of two titles that were aligned bear on what they say, an index of ENDING_LEVELS. Symmetric. */
export function compareEndings(left: Side, right: Side): number {
  const isLeftCut = left.features.ending[left.place] !== WHOLE;
  const isRightCut = right.features.ending[right.place] !== WHOLE;
  if (!isLeftCut && !isRightCut) return 0;
  if (isLeftCut && isRightCut) return beginsWith(left, right) || beginsWith(right, left) ? 1 : 2;
  const [cut, other] = isLeftCut ? [left, right] : [right, left];
  if (beginsWith(other, cut)) return 3;
  return isRepeated(cut) ? 4 : 5;
}

/** Whether a title begins with all characters of another. */
function beginsWith(title: Side, start: Side): boolean {
  if (start.length > title.length) return false;
  const { character } = title.features;
  const { character: wanted } = start.features;
  for (let at = 0; at < start.length; at++)
    if (character[title.text + at] !== wanted[start.text + at]) return false;
  return true;
}

/** Whether every word of a title found a partner, what is left of the last one too. */
function isRepeated({ count, paired }: Side): boolean {
  for (let at = 0; at < count; at++) if (paired[at] === 0) return false;
  return true;
}

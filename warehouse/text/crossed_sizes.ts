import { isNumber, type Word } from '../../pipelines/text/words.ts';

const CROSS = 'x';
const AMOUNT = String.raw`\d+(?:\.\d+)?`;
/** `140x200`, `5x60mm`, `45x45x45`. */
const CROSSED = new RegExp(String.raw`^${AMOUNT}(?:x${AMOUNT}){1,2}\p{L}*$`, 'u');
/** `140`, `60mm`: what may stand on a side of a cross. */
const SIDE = new RegExp(String.raw`^${AMOUNT}(?!x\d)\p{L}*$`, 'u');
/** Sides of the largest size. */
const MOST_SIDES = 3;

/**
 * The sides of sizes, which some write in one piece and some do not (`140x200`, `140 x 200 cm`): each a word of its own,
 * joined to the size as it is written solid, without its unit. So a title is as near in either spelling, and one that has
 * a single side of it has no more than that.
 */
export function sidesOf(words: readonly Word[]): Word[] {
  const read: Word[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word;
    const sides = CROSSED.test(word.text) ? word.text.split(CROSS) : spacedSides(words, at);
    if (sides.length < 2) read.push(word);
    else {
      read.push(...sides.map((text) => ({ text, joined: solidOf(sides), pieces: [] })));
      if (word.text !== sides.join(CROSS)) at += 2 * sides.length - 2;
    }
  }
  return read;
}

/** Whether a word is a side of a size. */
export const isSide = ({ text, joined }: Word): boolean =>
  joined !== null && text !== joined && CROSSED.test(joined);

function spacedSides(words: readonly Word[], from: number): string[] {
  const sides: string[] = [];
  for (let at = from; sides.length < MOST_SIDES && SIDE.test(words[at]?.text ?? ''); at += 2) {
    sides.push((words[at] as Word).text);
    if (words[at + 1]?.text !== CROSS) break;
  }
  return sides;
}

const solidOf = (sides: readonly string[]): string =>
  sides.map((side) => (isNumber(side) ? side : side.replace(/\p{L}+$/u, ''))).join(CROSS);

import { deniedBetween } from '../compare/denials.ts';
import type { Reading } from '../read/reading.ts';
import { wholeWords } from './contrast_words.ts';

/** In plain words, what one of two titles says comes along and the other denies (compare/denials.ts). */
export function deniedWords(read: readonly [Pick<Reading, 'words'>, Pick<Reading, 'words'>]): string[] {
  const [left, right] = [wholeWords(read[0]), wholeWords(read[1])];
  const denied = deniedBetween([left.map(({ id }) => id)], [right.map(({ id }) => id)]);
  if (!denied) return [];
  const text = left.find(({ id }) => id === denied.word)?.text;
  return [
    `the ${denied.by} is said to come without "${text}", the ${denied.by === 'left' ? 'right' : 'left'} with it`,
  ];
}

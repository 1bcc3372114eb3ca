import { FOR_WORDS, HOLD_WORDS, NUMBERED_WORDS, NUMERAL_WORDS, ROOM_FOR_WORDS } from './languages.ts';
import { MEASURE, type ReadWord } from './reading.ts';
import { type Add, heldValue } from './statement.ts';

/** `4`, `104`: what a thing has, holds or serves is counted in whole numbers. */
const WHOLE = /^\d{1,3}$/;
/** `2P` of a tent, `4pers`. */
const TOGETHER = /^(\d{1,2})(\p{L}+)$/u;
const PEOPLE = 'person';
const IN_SHORT = 'p';
/** More people have no table: `60p` is how fast a camera is. */
const MOST_PEOPLE = 20;
/** So many numbers are read of `2-40 persons`. */
const MOST_RANGE = 10;

/** Words, and first words of two, that `addHeld` knows. */
export const HOLDING_WORDS: ReadonlySet<string> = new Set(
  [...HOLD_WORDS.keys(), ...NUMBERED_WORDS.keys(), ...ROOM_FOR_WORDS, ...FOR_WORDS].map(
    (word) => word.split('_', 1)[0] as string,
  ),
);

/** What a word, or two from a place on, count (`person`, `place settings`); null where they are no word for such a thing. */
function thingsAt(words: readonly ReadWord[], at: number): readonly string[] | null {
  const [text, next] = [wordAt(words, at), wordAt(words, at + 1)];
  return HOLD_WORDS.get(`${text}_${next}`) ?? HOLD_WORDS.get(text) ?? null;
}

const wordAt = (words: readonly ReadWord[], at: number): string => words[at]?.text ?? '';

/** Whether a word is a number of such things. */
export const isCounting = (words: readonly ReadWord[], at: number): boolean =>
  countAt(words, at) !== null && thingsAt(words, at + 1) !== null;

/**
 * How many of something a thing has, holds or serves, where a word says of what: `2-Person`, `three burners`,
 * `4-6 Personen` (each of them), `14 place settings`, `Zweisitzer`; of people also `sleeps 4`, and `for two` at the end.
 */
export function addHeld(words: readonly ReadWord[], at: number, add: Add): void {
  const { text } = words[at] as ReadWord;
  const count = countAt(words, at - 1);
  const things = thingsAt(words, at);
  const together = NUMBERED_WORDS.get(text);
  if (together) addCounts(together[0], [together[1]], text, add);
  else if (things !== null && count !== null) {
    const first = isRange(words, at - 1) ? (countAt(words, at - 2) ?? count) : count;
    const next = wordAt(words, at + 1);
    const second = HOLD_WORDS.has(`${text}_${next}`) ? ` ${next}` : '';
    addCounts(things, [first, count], `${wordAt(words, at - 1)} ${text}${second}`, add);
  } else addPeople(words, at, add);
}

/** `2P`, `4pers`: a number and its word written together. */
export function addHeldTogether(text: string, add: Add): void {
  const [, digits, word] = TOGETHER.exec(text) ?? [];
  if (word === undefined) return;
  const count = Number(digits);
  const things = word === IN_SHORT && count <= MOST_PEOPLE ? [PEOPLE] : HOLD_WORDS.get(word);
  if (things) addCounts(things, [count], text, add);
}

function addPeople(words: readonly ReadWord[], at: number, add: Add): void {
  const { text } = words[at] as ReadWord;
  const count = countAt(words, at + 1);
  if (count === null || count > MOST_PEOPLE || thingsAt(words, at + 2) !== null) return;
  const behind = wordAt(words, at + 1);
  const isAtEnd = words[at + 2] === undefined && NUMERAL_WORDS.has(behind);
  if (ROOM_FOR_WORDS.has(text) || (FOR_WORDS.has(text) && isAtEnd))
    addCounts([PEOPLE], [count], `${text} ${behind}`, add);
}

/** Each number from the least to the largest of `counts`, of each of the things that a word may mean. */
function addCounts(things: readonly string[], counts: readonly number[], text: string, add: Add): void {
  const from = Math.min(...counts);
  const last = Math.min(Math.max(...counts), from + MOST_RANGE);
  for (const thing of things)
    for (let count = from; count <= last; count++) add('holds', heldValue(thing, count), text);
}

/** A whole number that measures nothing, in digits or as a word. */
function countAt(words: readonly ReadWord[], at: number): number | null {
  const text = words[at]?.kind === MEASURE ? '' : wordAt(words, at);
  return WHOLE.test(text) ? Number(text) : (NUMERAL_WORDS.get(text) ?? null);
}

/** `4-6`, `4/6`. */
const isRange = (words: readonly ReadWord[], at: number): boolean => {
  const { joined } = words[at] as ReadWord;
  return joined === '-' || joined === '/';
};

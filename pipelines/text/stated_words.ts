import {
  ACCESSORY_WORDS,
  AGE_WORDS,
  ALONG_WORDS,
  COLOR_WORDS,
  COLORLESS,
  COLORS,
  COMPATIBLE_WORDS,
  CONDITION_WORDS,
  EDITION_WORDS,
  FOR_WORDS,
  LETTER_SIZES,
  PAIR_WORDS,
  PART_WORDS,
  SEX_WORDS,
  SIDE_WORDS,
  SIZE_NAME_WORDS,
  SIZE_WORDS,
  SPARE_PART_WORDS,
  TASTE_WORDS,
  YOUNG_ANIMAL_WORDS,
} from './languages.ts';
import { MEASURE, NUMBER, type ReadWord, readText, titleWords } from './reading.ts';
import { type Add, addTo, FOR, GOES_WITH, NOUN, type Statement, THIRD_PARTY, wordId } from './statement.ts';

/** Another maker says among the first words that its thing is compatible. */
const FIRST_WORDS = 3;
/** So many words stand between a noun and what it is for, or what it comes along with, at most. */
const WORDS_TO_FOR = 3;
const SIZE_LETTERS: ReadonlySet<string> = new Set(['s', 'm', 'l', ...LETTER_SIZES]);
const YOUNG = wordId('young');
const EXTRA: ReadonlySet<string> = new Set(['x', 'xx', 'xxx', 'extra']);

/** A condition as the first word alone: cables are used for something, and oil is used. */
export const USED = 'used';

/** Words, and first words of two, that `addWord` knows. */
export const STATING_WORDS: ReadonlySet<string> = new Set(
  [
    ...[COLOR_WORDS, TASTE_WORDS, SEX_WORDS, AGE_WORDS, SIDE_WORDS, CONDITION_WORDS, SIZE_WORDS].flatMap(
      (words) => [...words.keys()],
    ),
    ...[
      EDITION_WORDS,
      PAIR_WORDS,
      COMPATIBLE_WORDS,
      FOR_WORDS,
      ACCESSORY_WORDS,
      PART_WORDS,
      SPARE_PART_WORDS,
      YOUNG_ANIMAL_WORDS,
    ].flatMap((words) => [...words]),
    ...SIZE_LETTERS,
    USED,
  ].map((word) => word.split('_', 1)[0] as string),
);

/** What a word says, with those beside it. */
export function addWord(words: readonly ReadWord[], at: number, add: Add): void {
  const { text } = words[at] as ReadWord;
  const next = words[at + 1]?.text;
  const both = next === undefined ? text : `${text}_${next}`;
  const colour = COLOR_WORDS.get(text);
  if (colour !== undefined && !COLORLESS.has(both))
    add('colour', COLORS.indexOf(colour as (typeof COLORS)[number]), text);
  const taste = TASTE_WORDS.get(both) ?? TASTE_WORDS.get(text);
  if (taste !== undefined) add('scent_or_taste', wordId(taste), text);
  addNames('sex', SEX_WORDS, text, add);
  addNames('age_group', AGE_WORDS, text, add);
  if (YOUNG_ANIMAL_WORDS.has(text)) add('age_group', YOUNG, text);
  addNames('side', SIDE_WORDS, text, add);
  addNames('condition', CONDITION_WORDS, CONDITION_WORDS.has(both) ? both : text, add);
  if (at === 0 && text === USED) add('condition', wordId(USED), text);
  if (PAIR_WORDS.has(text)) add('figure', 2, text);
  if (EDITION_WORDS.has(text)) add('edition', wordId(text), text);
  if (SIZE_WORDS.has(text) || SIZE_LETTERS.has(text)) addSize(words, at, add);
  addRelation(words, at, both, add);
}

function addNames(
  kind: 'sex' | 'age_group' | 'side' | 'condition',
  names: ReadonlyMap<string, readonly string[]>,
  word: string,
  add: Add,
): void {
  for (const name of names.get(word) ?? []) add(kind, wordId(name), word.replace('_', ' '));
}

/** `large`, `x-large`, `extra large`, `2xl`; single letters only behind a word for sizes or at the end. */
function addSize(words: readonly ReadWord[], at: number, add: Add): void {
  const { text } = words[at] as ReadWord;
  const before = words[at - 1];
  const letter = SIZE_WORDS.get(text);
  if (letter !== undefined) {
    const extra = before && EXTRA.has(before.text) ? before.text : '';
    const times = extra === 'extra' ? 'x' : extra;
    add('size', wordId(letter === 'm' ? 'm' : `${times}${letter}`), extra ? `${extra}-${text}` : text);
  } else if (text.length > 1 || at === words.length - 1 || SIZE_NAME_WORDS.has(before?.text ?? ''))
    add('size', wordId(plainSize(text)), text);
}

/** The size that a field for sizes states: `L`, `Large`, `X-Large`, `XXL` and `2XL`, `42`. */
export function sizeOf(field: string): Statement[] {
  const words = titleWords(readText(field));
  const stated: Statement[] = [];
  const add = addTo(stated);
  if (words.length === 0 || words.length > 3) return stated;
  words.forEach(({ text, kind, joined }, at) => {
    if (kind === MEASURE || EXTRA.has(text)) return;
    if (SIZE_WORDS.has(text)) addSize(words, at, add);
    else if (SIZE_LETTERS.has(text)) add('size', wordId(plainSize(text)), text);
    else if (kind === NUMBER && joined === null) add('size', wordId(text), text);
  });
  return stated;
}

/** `xxl` for `2xl`. */
const plainSize = (letters: string): string =>
  letters.replace(/^([2-5])x/, (_, times: string) => 'x'.repeat(Number(times)));

function addRelation(words: readonly ReadWord[], at: number, both: string, add: Add): void {
  const { text } = words[at] as ReadWord;
  if (COMPATIBLE_WORDS.has(both) && both !== text) add('compatible', GOES_WITH, both.replace('_', ' '));
  else if (COMPATIBLE_WORDS.has(text) && at < FIRST_WORDS) add('compatible', THIRD_PARTY, text);
  if (SPARE_PART_WORDS.has(both) || SPARE_PART_WORDS.has(text)) add('spare_part', 1, both.replace('_', ' '));
  if (FOR_WORDS.has(text)) add('goes_with', FOR, text);
  if (!ACCESSORY_WORDS.has(text) && !PART_WORDS.has(text)) return;
  add('goes_with', NOUN, text);
  if (words.slice(Math.max(0, at - WORDS_TO_FOR), at).some((word) => ALONG_WORDS.has(word.text))) return;
  const behind = words.slice(at + 1, at + 1 + WORDS_TO_FOR).findIndex((word) => FOR_WORDS.has(word.text));
  if (behind >= 0)
    add(
      'accessory',
      1,
      words
        .slice(at, at + 2 + behind)
        .map((word) => word.text)
        .join(' '),
    );
}

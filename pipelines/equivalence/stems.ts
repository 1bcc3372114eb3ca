/** Hebrew letters as they are written at the end of a word, and elsewhere. */
const FINALS: Readonly<Record<string, string>> = { ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' };
/** Letters of the shortest stem. */
const LEAST_STEM = 3;

/**
 * The stem of a Hebrew word, by which two titles have one word: less the letters at its beginning that
 * may be small words (`בבקבוק`, in a bottle) and the ending of a plural or of a noun before another (`אבקת`, powder of). Other words as they
 * are.
 */
export function stemOf(word: string): string {
  if (!/^\p{Script=Hebrew}+$/u.test(word)) return word;
  const plain = word.replace(/[םןץףך]$/, (letter) => FINALS[letter] ?? letter);
  const start = plain.length > LEAST_STEM ? plain.replace(/^[בהולמשכ]+(?=.{3})/, '') : plain;
  const stem = start.replace(/(?:ימ|ות|[הת])$/, '');
  return stem.length >= LEAST_STEM ? stem : start;
}

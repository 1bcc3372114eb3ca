/** Letters of the shortest word that another is made of: `salt` of `salted`. */
const SHORTEST = 3;
const LETTERS = /^[a-z]{4,}$/;
/** Ends of what says that a thing has something, or is made of it: `salted`, `nutty`, `wooden`. */
const ENDS = ['ed', 'y', 'en'] as const;
const DOUBLED = /([b-df-hj-np-tv-z])\1$/;
/** One vowel before the last letter, which is written twice before an end: `drum`, `drummed`. */
const DOUBLES = /[^aeiou][aeiou][b-df-hj-np-tvz]$/;

/**
 * English words that say of a thing what a word says of it, by having it or being made of it: `salt` for `salted` and the
 * other way about. Which of them are words at all the caller knows.
 */
export function havingForms(word: string): string[] {
  if (!LETTERS.test(word)) return [];
  const forms = new Set<string>();
  for (const end of ENDS) {
    if (word.endsWith(end)) {
      const stem = word.slice(0, -end.length);
      for (const base of [stem, `${stem}e`, ...(DOUBLED.test(stem) ? [stem.slice(0, -1)] : [])])
        if (base.length >= SHORTEST) forms.add(base);
    }
    const stem = word.endsWith('e') ? word.slice(0, -1) : word;
    forms.add(stem + end);
    if (DOUBLES.test(word)) forms.add(word + word.slice(-1) + end);
  }
  return [...forms];
}

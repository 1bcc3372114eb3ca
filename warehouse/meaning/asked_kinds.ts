/** Beginnings of a question whether something may be. */
const WHETHER = String.raw`\b(?:can|may|could|should|would|will|is|are|do|does)\b.*`;
/** What somebody who is allergic to it must not. */
const TAKES = 'have(?! to)|eat|drink|feed|serve|cook|bake|tolerate|safe|allowed';

/** A word for what a question asks about without saying it, and what shows that it does. */
const ASKED: readonly [string, RegExp][] = [
  // `can he have satay?` is answered by what he avoids or does not bear
  [
    'avoid',
    new RegExp(
      String.raw`${WHETHER}\b(?:${TAKES}|wear|use|bear|stand|handle|okay|ok|fine|suit|alright)\b`,
      'i',
    ),
  ],
  ['allergy', new RegExp(String.raw`${WHETHER}\b(?:${TAKES})\b`, 'i')],
  ['occupation', /\bdo(?:es)?\b.*\bfor a living\b|\bwhat do(?:es)? \S+ do\b/i],
];

/** What a question asks about beside what it says, as words of the thesaurus. */
export const askedKindsIn = (text: string): string[] =>
  ASKED.filter(([, shown]) => shown.test(text)).map(([kind]) => kind);

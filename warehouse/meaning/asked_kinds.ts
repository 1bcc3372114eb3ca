/** What a question asks about without saying it, and what shows that it does. */
const ASKED: readonly [string, RegExp][] = [
  // `can he have satay?` is answered by what he avoids or does not bear
  [
    'avoid',
    /\b(?:can|may|could|should|would|will|is|are|do|does)\b.*\b(?:have(?! to)|eat|drink|wear|use|feed|serve|cook|bake|bear|stand|handle|tolerate|okay|ok|safe|fine|suit|alright|allowed)\b/i,
  ],
  [
    'allergy',
    /\b(?:can|may|could|should|would|will|is|are|do|does)\b.*\b(?:have(?! to)|eat|drink|feed|serve|cook|bake|tolerate|safe|allowed)\b/i,
  ],
  ['occupation', /\bdo(?:es)?\b.*\bfor a living\b|\bwhat do(?:es)? \S+ do\b/i],
];

/** Words for what a question asks about beside what it says. */
export const askedKindsIn = (text: string): string[] =>
  ASKED.filter(([, shown]) => shown.test(text)).map(([kind]) => kind);

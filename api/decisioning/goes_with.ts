import { inEveryLanguage } from '../../pipelines/domain/intent/lexicon.ts';
import { COMPATIBLE_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';

/** Verbs that say that a thing goes with another, which is named behind them. */
export const GOES_WITH: ReadonlySet<string> = new Set(
  [
    ...COMPATIBLE_WORDS,
    ...inEveryLanguage('goes_with'),
    // As the index holds them.
  ].flatMap((word) => [word, fromPlural(word)]),
);

import { COMPATIBLE_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';

/** Verbs that say that a thing goes with another, which is named behind them. */
export const GOES_WITH: ReadonlySet<string> = new Set(
  [
    ...COMPATIBLE_WORDS,
    ...'work works fit fits go goes suit suits passt passen funktioniert sirve funciona va convient marche adatto werkt'.split(
      ' ',
    ),
    // As the index holds them.
  ].flatMap((word) => [word, fromPlural(word)]),
);

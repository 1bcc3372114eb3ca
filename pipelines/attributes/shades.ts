import { foldText } from '../text/fold.ts';
import table from './shades.json' with { type: 'json' };

/** Folded name of a shade → name of the colour it is one of (as in pipelines/text/languages.ts). */
export const SHADES: ReadonlyMap<string, string> = new Map(
  Object.entries(table).flatMap(([color, words]) =>
    words.split(' ').map((word) => [foldText(word), color] as const),
  ),
);

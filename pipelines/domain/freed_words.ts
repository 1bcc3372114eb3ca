import { foldText } from '../text/fold.ts';
import { INTENT_LANGUAGES } from './intent/lexicon.ts';

/** What a thing may be free of besides ingredients (`bpa`, `lead`), in any language. */
export const FREED_WORDS: ReadonlySet<string> = new Set(
  Object.values(INTENT_LANGUAGES).flatMap(({ freed }) => freed.map(foldText)),
);

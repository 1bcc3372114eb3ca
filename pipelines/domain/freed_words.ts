import { inEveryLanguage } from './intent/lexicon.ts';

/** What a thing may be free of besides ingredients (`bpa`, `lead`), in any language. */
export const FREED_WORDS: ReadonlySet<string> = inEveryLanguage('freed');

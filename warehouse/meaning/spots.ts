import { wordsOf } from '../../pipelines/text/words.ts';

/** A word of a text as it is written. */
export interface Spot {
  /** Without the ending of an owner. */
  text: string;
  at: number;
  /** `Nora's`. */
  isOwner: boolean;
}

/** The words of a text as they are written, in their order. */
export const spotsIn = (text: string): Spot[] =>
  [...text.matchAll(/[\p{L}'’-]+/gu)].map((found) => ({
    text: found[0].replace(/['’]s?$/, ''),
    at: found.index,
    isOwner: /['’]s?$/.test(found[0]),
  }));

/** Whether a word as it is written may be a name. */
export const isCapitalised = (text: string): boolean => /^\p{Lu}\p{Ll}+/u.test(text);

/** A word as names are kept. */
export const folded = (text: string): string =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

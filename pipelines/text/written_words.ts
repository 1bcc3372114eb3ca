import { foldText } from './fold.ts';

/** The words of a text as they are written, capitals and all, without the signs around them; `"` after a number is inches. */
export const writtenWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}"]+$/gu, ''))
    .filter((word) => word !== '');

/** A written word folded: without the signs in it (`wi-fi` and `can't` as people write them too), then its parts (`l'air`). */
export function formsOf(written: string): string[] {
  const parts = foldText(written)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
  return parts.length === 0 ? [] : [parts.join(''), ...parts];
}

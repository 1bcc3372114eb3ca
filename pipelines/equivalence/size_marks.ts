import { type Statement, wordId } from '../text/statement.ts';

/**
 * Sizes that a trade writes in signs of its own: waist and length of trousers (`W32 L34`, `32W x 34L`), width, shape and
 * rim of a tyre (`205/55 R16`). Read word by word they are codes of models and numbers of generations.
 */
const MARKS = [
  /(?<![\p{L}\d])w ?(\d{2})[ /x,-]{0,3}l ?(\d{2})(?![\p{L}\d])/giu,
  /(?<![\p{L}\d])(\d{2}) ?w ?x? ?(\d{2}) ?l(?![\p{L}\d])/giu,
  /(?<![\p{L}\d])(\d{3})\/(\d{2}) ?z?r ?(\d{2})(?![\p{L}\d])/giu,
];

/** The sizes of a title that are so written. */
export const markedSizes = (title: string): Statement[] =>
  MARKS.flatMap((mark) =>
    [...title.matchAll(mark)].map(([, ...parts]) => {
      const text = parts.join('/');
      return { kind: 'size' as const, value: wordId(text), text };
    }),
  );

/** A title less such sizes. */
export const withoutMarkedSizes = (title: string): string =>
  MARKS.reduce((left, mark) => left.replaceAll(mark, ' '), title);

import type { Measure } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldText } from '../../pipelines/text/fold.ts';

/** `46-52`, `46 – 52`. */
const RANGE = /(\d+(?:[.,]\d+)?)\s*[-–]\s*(\d+(?:[.,]\d+)?)/u;

/**
 * Those that state a range just as the text does, where any does: a helmet of 45-49 cm meets `46-52 cm` by half, and one of
 * 46-52 cm is what is meant.
 */
export function ofStatedRange<One extends { product: Product; variant_id: string }>(
  found: readonly One[],
  measures: readonly Pick<Measure, 'text'>[],
): readonly One[] {
  return measures.reduce<readonly One[]>((left, { text }) => {
    const [range, low = '', high = ''] = RANGE.exec(text) ?? [];
    if (range === undefined) return left;
    const stated = new RegExp(
      `(?<![\\d.,])${RegExp.escape(low)}\\s*[-–]\\s*${RegExp.escape(high)}(?![\\d.,]*\\d)`,
      'u',
    );
    const isStated = ({ product, variant_id }: One) =>
      product.listings.some(
        (listing) =>
          listing.variant_id === variant_id &&
          [listing.title, ...Object.values(listing.attributes)].some((own) => stated.test(foldText(own))),
      );
    const own = left.filter(isStated);
    return own.length > 0 ? own : left;
  }, found);
}

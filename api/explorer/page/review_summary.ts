import type { Schemas } from '../../client/client.ts';
import { note, table } from './element.ts';
import { count, plural, words } from './wording.ts';

/** What buyers say of a product: the score, what of it, and where sellers' reviews differ. */
export function reviewSummary({ aggregate, by_attribute, divergence }: Schemas['GetProductReviewsAnswer']) {
  const { score, mean, count: reviews, sellers } = aggregate;
  if (score === null || mean === null) return note('No buyer has told of it.');
  return [
    note(
      `${score.toFixed(1)} of 5 from ${plural(reviews, 'review')} at ${plural(sellers, 'seller')}; ` +
        `their plain mean is ${mean.toFixed(1)}, and few reviews count for less than many.`,
    ),
    by_attribute.length > 0 &&
      table(
        'What they speak of, from -1 (bad) to 1 (good).',
        [{ label: 'Of' }, { label: 'How' }, { label: 'Reviews', numeric: true }],
        by_attribute.map(({ attribute, sentiment, mentions, note: told }) => [
          words(attribute.split('.').at(-1) ?? attribute),
          [sentiment.toFixed(2), told && ` ${told}`],
          count(mentions),
        ]),
      ),
    divergence.note && note(divergence.note),
  ];
}

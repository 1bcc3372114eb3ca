import { answerOf } from '../../client/client.ts';
import { h, note } from './element.ts';
import type { Page } from './page.ts';
import { reviewPair } from './review_pair.ts';

import { index } from './session.ts';

/** Two listings beside one another: a pair of the queue, or any two as `<seller>:<sku>=<seller>:<sku>`. */
export const reviewPage: Page = async ({ parts, signal }) => {
  const review = await answerOf(
    index().GET('/v1/reviews/{id}', { params: { path: { id: parts[1] ?? '' } }, signal }),
  );
  return {
    title: 'Two listings',
    content: [
      h('h1', {}, 'Two listings'),
      reviewPair(review),
      note(h('a', { href: '#/reviews' }, 'The queue of pairs'), ' takes decisions.'),
    ],
  };
};

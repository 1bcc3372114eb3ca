import { answerOf } from '../../client/client.ts';
import { h, note, table } from './element.ts';
import type { Page } from './page.ts';
import { hrefOf } from './route.ts';
import { index } from './session.ts';
import { age, channelInWords, count, words } from './wording.ts';

const COLUMNS = [
  { label: 'Seller' },
  { label: 'Kind' },
  { label: 'Access' },
  { label: 'Products', numeric: true },
  { label: 'Known by' },
  { label: 'Age of its data', numeric: true },
];

export const sellersPage: Page = async ({ signal }) => {
  const { sellers } = await answerOf(index().GET('/v1/sellers', { signal }));
  return {
    title: 'Sellers',
    content: [
      h('h1', {}, 'Sellers'),
      sellers.length === 0
        ? note('No feed was read yet.')
        : table(
            'Every seller whose feeds the index reads.',
            COLUMNS,
            sellers.map((seller) => [
              [h('a', { href: hrefOf(['sellers', seller.id]) }, seller.name), ' ', h('code', {}, seller.id)],
              words(seller.kind),
              channelInWords(seller.access),
              count(seller.products),
              seller.identity === 'gtin' ? 'GTINs' : 'brand and title',
              seller.median_age_minutes === null ? 'never read' : age(seller.median_age_minutes),
            ]),
          ),
    ],
  };
};

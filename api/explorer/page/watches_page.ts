import { answerOf } from '../../client/client.ts';
import { badge, h, note, section, table } from './element.ts';
import type { Page } from './page.ts';
import { hrefOf } from './route.ts';
import { index, marketCurrency } from './session.ts';
import { watchForm } from './watch_form.ts';
import { watchTargets } from './watch_target.ts';
import { conditionWords } from './watch_words.ts';
import { moment, stateKind, words } from './wording.ts';

const COLUMNS = [
  { label: 'Watch' },
  { label: 'Of' },
  { label: 'Condition' },
  { label: 'Status' },
  { label: 'Callback' },
  { label: 'Made (UTC)' },
];

/** The watches of the key's owner. */
export const watchesPage: Page = async ({ query, signal }) => {
  const cursor = query.get('cursor');
  const { watches, next_cursor } = await answerOf(
    index().GET('/v1/watches', { params: { query: { limit: 50, ...(cursor && { cursor }) } }, signal }),
  );
  const [currency, targetOf] = await Promise.all([marketCurrency(signal), watchTargets(watches, signal)]);
  return {
    title: 'Watches',
    content: [
      h('h1', {}, 'Watches'),
      watches.length === 0
        ? note('No watch yet. Each publication is held against watches, and their callbacks are told.')
        : table(
            'Standing conditions, and whom they tell.',
            COLUMNS,
            watches.map((watch) => [
              h('a', { href: hrefOf(['watches', watch.id]) }, h('code', {}, watch.id)),
              targetOf(watch),
              conditionWords(watch, currency),
              badge(words(watch.status), stateKind(watch.status)),
              h('code', {}, watch.callback_url),
              moment(watch.created_at),
            ]),
          ),
      ...(next_cursor === null
        ? []
        : [
            h(
              'p',
              {},
              h('a', { class: 'button', href: hrefOf(['watches'], { cursor: next_cursor }) }, 'More watches'),
            ),
          ]),
      section('A new watch', watchForm({ product: query.get('product') ?? '', currency })),
    ],
  };
};

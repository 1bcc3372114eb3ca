import { answerOf, type Schemas } from '../../client/client.ts';
import { badge, facts, h, note, section, show, table } from './element.ts';
import { go } from './navigation.ts';
import type { Page } from './page.ts';
import { hrefOf } from './route.ts';
import { index, marketCurrency } from './session.ts';
import { watchTargets } from './watch_target.ts';
import { conditionWords } from './watch_words.ts';
import { moment, plural, stateKind, words } from './wording.ts';

type Watch = Schemas['Watch'];

const COLUMNS = [
  { label: 'Event' },
  { label: 'State' },
  { label: 'Attempts', numeric: true },
  { label: 'Last attempt (UTC)' },
  { label: 'What came back' },
  { label: 'Next (UTC)' },
];

/** One watch, and what was sent to its callback. */
export const watchPage: Page = async ({ parts, query, signal }) => {
  const path = { id: parts[1] ?? '' };
  const cursor = query.get('cursor');
  const [watch, { deliveries, next_cursor }, currency] = await Promise.all([
    answerOf(index().GET('/v1/watches/{id}', { params: { path }, signal })),
    answerOf(
      index().GET('/v1/watches/{id}/deliveries', {
        params: { path, query: { limit: 50, ...(cursor && { cursor }) } },
        signal,
      }),
    ),
    marketCurrency(signal),
  ]);
  const targetOf = await watchTargets([watch], signal);
  return {
    title: `Watch ${watch.id}`,
    content: [
      h('h1', {}, 'Watch'),
      facts([
        ['Watch', h('code', {}, watch.id)],
        ['Of', targetOf(watch)],
        ['Condition', conditionWords(watch, currency)],
        ['Status', badge(words(watch.status), stateKind(watch.status))],
        ['Why', watch.disabled_reason],
        ['Callback', h('code', {}, watch.callback_url)],
        ['Made (UTC)', moment(watch.created_at)],
        ['Ends (UTC)', watch.expires_at && moment(watch.expires_at)],
      ]),
      actions(watch, deliveries),
      section(
        'Deliveries',
        deliveries.length === 0 ? note('Nothing was told yet.') : deliveryTable(deliveries),
        next_cursor !== null &&
          h(
            'p',
            {},
            h(
              'a',
              { class: 'button', href: hrefOf(['watches', watch.id], { cursor: next_cursor }) },
              'Older ones',
            ),
          ),
      ),
    ],
  };
};

function deliveryTable(deliveries: readonly Schemas['Delivery'][]) {
  return table(
    'The newest first; what ended is kept for 30 days.',
    COLUMNS,
    deliveries.map(({ event_id, state, attempts, next_attempt_at }) => {
      const last = attempts.at(-1);
      return [
        h('code', {}, event_id),
        badge(words(state), stateKind(state)),
        String(attempts.length),
        last ? moment(last.at) : '—',
        last ? (last.error ?? [`status ${last.status}`, last.answer && `: ${last.answer}`]) : '—',
        next_attempt_at === null ? '—' : moment(next_attempt_at),
      ];
    }),
  );
}

/** Pause, resume, send again, delete. */
function actions({ id, status }: Watch, deliveries: readonly Schemas['Delivery'][]): HTMLElement {
  const told = h('div', { role: 'status' });
  const path = { id };
  const button = (label: string, kind: string, act: () => Promise<string | null>) => {
    const run = async () => {
      try {
        const done = await act();
        if (done === null) dispatchEvent(new HashChangeEvent('hashchange'));
        else show(told, note(done));
      } catch (error) {
        show(told, h('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
      }
    };
    return h('button', { type: 'button', class: kind, onclick: () => void run() }, label);
  };
  const pause = button('Pause', 'quiet', async () => {
    await answerOf(index().POST('/v1/watches/{id}/pause', { params: { path } }));
    return null;
  });
  const resume = button('Resume', 'quiet', async () => {
    await answerOf(index().POST('/v1/watches/{id}/resume', { params: { path } }));
    return null;
  });
  const again = button('Send dead letters again', 'quiet', async () => {
    const answer = await answerOf(index().POST('/v1/watches/{id}/redeliver', { params: { path }, body: {} }));
    return `${plural(answer.redelivered, 'delivery', 'deliveries')} will be sent again.`;
  });
  const remove = button('Delete', 'bad', async () => {
    if (!confirm('Delete this watch and all that waits for its callback?')) return 'It stays.';
    await answerOf(index().DELETE('/v1/watches/{id}', { params: { path } }));
    go('#/watches');
    return 'Deleted.';
  });
  const isDead = deliveries.some(({ state }) => state === 'dead');
  return h(
    'div',
    {},
    h('div', { class: 'row' }, status === 'active' ? pause : resume, isDead && again, remove),
    told,
  );
}

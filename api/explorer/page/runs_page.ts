import { answerOf, type Schemas } from '../../client/client.ts';
import { badge, h, note, table } from './element.ts';
import { go } from './navigation.ts';
import type { Page } from './page.ts';
import { hrefOf } from './route.ts';
import { index } from './session.ts';
import { count, moment, plural, runState, stateKind } from './wording.ts';

type Run = Schemas['Run'];

const STATES = ['waiting', 'held', 'late', 'accepted', 'passed', 'rejected', 'retracted', 'failed'] as const;

const COLUMNS = [
  { label: 'As of (UTC)' },
  { label: 'Feed' },
  { label: 'State' },
  { label: 'Read', numeric: true },
  { label: 'Accepted', numeric: true },
  { label: 'Rejected', numeric: true },
  { label: 'Health' },
];

/** What was read of the feeds: runs that wait for somebody come first. */
export const runsPage: Page = async ({ query, signal }) => {
  const state = query.get('state') as Run['state'] | null;
  const [seller, cursor] = [query.get('seller'), query.get('cursor')];
  const [{ runs, next_cursor }, { sellers }] = await Promise.all([
    answerOf(
      index().GET('/v1/runs', {
        params: {
          query: { limit: 25, ...(state && { state }), ...(seller && { seller }), ...(cursor && { cursor }) },
        },
        signal,
      }),
    ),
    answerOf(index().GET('/v1/sellers', { signal })),
  ]);
  return {
    title: 'Runs',
    content: [
      h('h1', {}, 'Runs'),
      h(
        'div',
        { class: 'row filters' },
        choice(
          'State',
          'state',
          STATES.map((one) => [one, runState(one)]),
          query,
        ),
        choice(
          'Seller',
          'seller',
          sellers.map(({ id, name }) => [id, name]),
          query,
        ),
      ),
      runs.length === 0
        ? note('No run is like that.')
        : table('Runs that wait come first, then the newest.', COLUMNS, runs.map(row)),
      ...(next_cursor === null
        ? []
        : [
            h(
              'p',
              {},
              h(
                'a',
                { class: 'button', href: hrefOf(['runs'], { state, seller, cursor: next_cursor }) },
                'Older runs',
              ),
            ),
          ]),
    ],
  };
};

function row({ run_id, as_of, seller, feed, state, rows_read, accepted, rejected, symptoms }: Run) {
  const number = (value: number | null) => (value === null ? '—' : count(value));
  return [
    h('a', { href: hrefOf(['runs', run_id]) }, moment(as_of)),
    `${seller}/${feed}`,
    badge(runState(state), stateKind(state)),
    number(rows_read),
    number(accepted),
    rejected ? h('strong', {}, number(rejected)) : number(rejected),
    symptoms.length === 0
      ? 'as usual'
      : badge(
          plural(symptoms.length, 'symptom'),
          symptoms.some(({ grade }) => grade === 'hold') ? 'bad' : 'warn',
        ),
  ];
}

/** A choice that filters the list at once. */
function choice(
  label: string,
  name: string,
  values: readonly (readonly [string, string])[],
  query: URLSearchParams,
) {
  const chosen = query.get(name);
  const select = h(
    'select',
    {
      id: name,
      onchange: () =>
        go(
          hrefOf(['runs'], { state: query.get('state'), seller: query.get('seller'), [name]: select.value }),
        ),
    },
    h('option', { value: '' }, 'all'),
    values.map(([value, text]) => h('option', { value, selected: value === chosen }, text)),
  );
  return h('div', {}, h('label', { for: name }, label), ' ', select);
}

import { answerOf, type Schemas } from '../../client/client.ts';
import { badge, facts, h, note, section, table } from './element.ts';
import type { Page } from './page.ts';
import { hrefOf } from './route.ts';
import { runDecision } from './run_decision.ts';
import { index } from './session.ts';
import { count, moment, plural, runState, stateKind, words } from './wording.ts';

type Run = Schemas['Run'];

/** One run: counts, how far it strays from its feed, what it left out, and what can be decided. */
export const runPage: Page = async ({ parts, query, signal }) => {
  const path = { id: parts[1] ?? '' };
  const cursor = query.get('cursor');
  const [run, rejects] = await Promise.all([
    answerOf(index().GET('/v1/runs/{id}', { params: { path }, signal })),
    answerOf(
      index().GET('/v1/runs/{id}/rejects', {
        params: { path, query: { limit: 50, ...(cursor && { cursor }) } },
        signal,
      }),
    ),
  ]);
  const next = rejects.next_cursor;
  return {
    title: `Run of ${run.seller}/${run.feed}`,
    content: [
      h('h1', {}, `${run.seller}/${run.feed} `, h('small', {}, moment(run.as_of))),
      counts(run),
      ...(reasonOf(run) === null ? [] : [h('p', {}, h('b', {}, 'Reason: '), reasonOf(run))]),
      runDecision(run),
      section('Health', health(run)),
      section(
        'Rows left out, or kept without a value',
        tallies(run),
        rejects.total === 0 ? note('None.') : rejectTable(rejects),
        next !== null &&
          h(
            'p',
            {},
            h('a', { class: 'button', href: hrefOf(['runs', run.run_id], { cursor: next }) }, 'More of them'),
          ),
      ),
    ],
  };
};

/** Why it stands as it does, where the symptoms under it do not say the same. */
function reasonOf({ reason, symptoms }: Run): string | null {
  return reason !== null && symptoms.some(({ message }) => reason.includes(message)) ? null : reason;
}

function counts(run: Run) {
  const number = (value: number | null) => (value === null ? null : count(value));
  return facts([
    ['State', badge(runState(run.state), stateKind(run.state))],
    ['Rows read', number(run.rows_read)],
    ['Accepted', number(run.accepted)],
    ['Rejected', number(run.rejected)],
    ['File', run.source],
    ['Decided by', run.decided_by],
    ['Decided (UTC)', run.decided_at && moment(run.decided_at)],
    ['Tries', count(run.tries)],
    ['Took', `${run.seconds.toFixed(1)} s`],
    ['Run', h('code', {}, run.run_id)],
  ]);
}

function health({ symptoms, measures }: Run) {
  return [
    symptoms.length === 0 && note('It looks as its feed usually does.'),
    h(
      'ul',
      { class: 'flags' },
      symptoms.map(({ grade, message, examples }) =>
        h(
          'li',
          {},
          badge(grade === 'hold' ? 'held for it' : 'warning', grade === 'hold' ? 'bad' : 'warn'),
          ` ${message}`,
          examples.length > 0 &&
            h(
              'ul',
              {},
              examples.map((example) => h('li', { class: 'note' }, example)),
            ),
        ),
      ),
    ),
    measures &&
      h(
        'details',
        {},
        h('summary', {}, 'What was measured'),
        facts(
          Object.entries(measures).map(([name, value]) => [
            words(name),
            String(Number(value.toPrecision(4))),
          ]),
        ),
      ),
  ];
}

function tallies({ rejected_by, notes_by }: Run) {
  const told = [
    ...Object.entries(rejected_by).map(([code, rows]) => `${plural(rows, 'row')} rejected by ${code}`),
    ...Object.entries(notes_by).map(([code, rows]) => `${plural(rows, 'value')} left out by ${code}`),
  ];
  return told.length > 0 && note(told.join(', '), '.');
}

function rejectTable({ total, rejects }: Schemas['ListRunRejectsAnswer']) {
  return table(
    `${plural(total, 'row')} in all, ${count(rejects.length)} shown.`,
    [
      { label: 'Line', numeric: true },
      { label: 'Field' },
      { label: 'Code' },
      { label: 'Value' },
      { label: 'Why' },
    ],
    rejects.map(({ line, field, code, value, detail, severity }) => [
      line === null ? '—' : count(line),
      field ?? '—',
      [h('code', {}, code), severity === 'note' && ' (kept)'],
      value === null ? '—' : h('code', {}, value),
      detail ?? '—',
    ]),
  );
}

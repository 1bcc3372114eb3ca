import { answerOf, type Schemas } from '../../client/client.ts';
import { h, note, section, show } from './element.ts';
import { index } from './session.ts';
import { plural } from './wording.ts';

type Run = Schemas['Run'];
type Verdict = Schemas['DecideRunRequest']['decision'];

const WAITS: readonly Run['state'][] = ['waiting', 'held', 'late'];

/** What can be said of a run in each state, and what it is called on a button. */
function choices({ state }: Run): { verdict: Verdict; label: string; kind: string; all?: true }[] {
  const accept = { verdict: 'accepted', label: 'Accept', kind: 'good' } as const;
  if (WAITS.includes(state))
    return [
      accept,
      { ...accept, label: 'Accept with those behind it', all: true },
      { verdict: 'rejected', label: 'Reject', kind: 'bad' },
    ];
  if (state === 'passed' || state === 'retracted') return [accept];
  return state === 'accepted' ? [{ verdict: 'retracted', label: 'Retract', kind: 'bad' }] : [];
}

/** Buttons to accept, reject or retract a run, with a reason; null where nothing can be decided. */
export function runDecision(run: Run): HTMLElement {
  const open = choices(run);
  if (open.length === 0) return section('Decision', note('Nothing can be decided about it.'));
  const reason = h('input', { id: 'reason', maxlength: 2000, autocomplete: 'off' });
  const told = h('div', { role: 'status' });
  const buttons = open.map(({ verdict, label, kind, all }) =>
    h('button', { type: 'button', class: kind, onclick: () => void say(verdict, all ?? false) }, label),
  );
  async function say(decision: Verdict, all: boolean): Promise<void> {
    for (const button of buttons) button.disabled = true;
    try {
      const answer = await answerOf(
        index().POST('/v1/runs/{id}/decision', {
          params: { path: { id: run.run_id } },
          body: {
            decision,
            ...(all && { all }),
            ...(reason.value.trim() && { reason: reason.value.trim() }),
          },
        }),
      );
      const behind =
        answer.behind > 0 ? ` ${plural(answer.behind, 'run')} of its feed still wait behind it.` : '';
      show(
        told,
        note(
          `${answer.decision} by ${answer.decided_by}; it takes effect with the next publication.${behind}`,
        ),
      );
    } catch (error) {
      show(told, h('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
      for (const button of buttons) button.disabled = false;
    }
  }
  return section(
    'Decision',
    h('div', { class: 'field' }, h('label', { for: 'reason' }, 'Reason (kept with it)'), reason),
    h('div', { class: 'row' }, buttons),
    told,
  );
}

import type { NamedRun } from '../../pipelines/domain/intent.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import type { Deps } from '../http/deps.ts';
import { aboutRun } from './about_run.ts';
import { type Answered, answered } from './answered.ts';
import { searchedCandidates } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { namedThing } from './named_thing.ts';
import type { Need } from './needs.ts';
import { isNeverLeft } from './unread.ts';

/** The language in which the goods of a need are named. */
const GOODS_LANGUAGE = 'en';

/**
 * Answers a text that tells of a need by the first goods against it that are sold here and meet the rest; null where it tells
 * of none. What says of health what must not be there is never answered so.
 */
export async function neededThing(
  deps: Deps,
  question: DecisionQuestion,
  needs: readonly Need[],
  signal: AbortSignal,
): Promise<Answered | null> {
  const { constraints } = question;
  const unread = [...new Set([...constraints.doubted, ...constraints.clauses])];
  if (needs.length === 0 || constraints.unread.length > 0 || unread.some(isNeverLeft)) return null;
  const index = await deps.snapshot.searchIndex();
  // A code that nothing here has is of what is troubled: `it's a v6`.
  const isKnown = (text: string) => index.parse(text, { meaning: GOODS_LANGUAGE }).unknown.length === 0;
  for (const need of needs)
    for (const goods of need.goods) {
      // What nothing here is called in one of its words is not sold here.
      if (!isKnown(goods)) continue;
      const run: NamedRun = { text: goods, start: 0, end: 0, standing: 'asked', purpose: '' };
      const { called } = namedThing(index, run, GOODS_LANGUAGE);
      const own = {
        ...aboutRun(constraints, run, isKnown),
        must_have: constraints.must_have.filter(({ text }) => !standsBefore(text, need, question.intent)),
        language: GOODS_LANGUAGE,
      };
      const candidates = await searchedCandidates(deps, own, { signal, called });
      if (candidates.length === 0) continue;
      // What was not understood is left aside, and holds as far as it denies.
      const left_aside = unread.filter((text) => !need.told.split(' ').some((word) => text.includes(word)));
      const about = { ...question, constraints: own, left_aside, need: { told: need.told, goods } };
      const found = await answered(deps, candidates, about);
      if (found.decided.ranked.length > 0) return found;
    }
  return null;
}

/** `red` of `red wine on the sofa`: what stands before a word that tells of the trouble is of that. */
const standsBefore = (text: string, { told }: Need, intent: string): boolean =>
  told.split(' ').some((word) => intent.includes(`${text} ${word}`));

/** The needs that are told beside the thing that is named, if any: those that it answers itself. */
export function needsBeside(needs: readonly Need[], named: ReadonlySet<string> | null): readonly Need[] {
  if (named === null) return needs;
  const isNamed = (name: string) => wordsOf(name).some(({ text }) => named.has(fromPlural(text)));
  return needs.flatMap(({ goods, told }) => {
    const own = goods.filter(isNamed);
    return own.length === 0 ? [] : [{ goods: own, told }];
  });
}

/** Whether the words for a thing are among those that tell of a need for another: `wine` of `red wine on the sofa`. */
export const isTroubled = (names: ReadonlySet<string>, needs: readonly Need[]): boolean => {
  const has = (text: string) =>
    wordsOf(text).some((word) => names.has(word.text) || names.has(fromPlural(word.text)));
  return needs.some(({ told, goods }) => has(told) && !goods.some(has));
};

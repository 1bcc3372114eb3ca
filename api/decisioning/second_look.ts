import type { NamedRun } from '../../pipelines/domain/intent.ts';
import type { Deps } from '../http/deps.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { type DecisionCandidate, decisionCandidates, searchedCandidates } from './decision_candidates.ts';
import { choose, type Decided } from './decision_choice.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { denies, tellingWords } from './left_aside.ts';
import { aboutRun, namedThing, wantedRuns } from './named_thing.ts';
import { isTroubled, neededThing, needsBeside } from './needed_thing.ts';
import { needsTold } from './needs.ts';
import { notUnderstoodOf, tellsOfHealth } from './unread.ts';

/** A question as it was answered, among what, and what was chosen. */
export interface Answered {
  question: DecisionQuestion;
  candidates: readonly DecisionCandidate[];
  decided: Decided;
}

/**
 * Answers a question as it was read; where nothing qualifies so, by the thing that the text names: what it says beside that
 * is left aside, and the answer tells so.
 */
export async function decidedFor(
  deps: Deps,
  given: readonly string[] | undefined,
  question: DecisionQuestion,
  signal: AbortSignal,
): Promise<Answered> {
  const found = await decisionCandidates(deps, given, question.constraints, signal);
  const candidates = given === undefined ? await asNamed(deps, found, question) : found;
  const judged = { question, candidates, decided: await choose(deps, candidates, question) };
  const first = (await withoutDay(deps, judged)) ?? judged;
  if (given !== undefined) return first;
  const named = await namesOf(deps, question);
  const needs = needsBeside(question, named);
  const needed = () => neededThing(deps, question, needs, signal);
  // What a trouble needs goes before what merely has words of it: magnesium for `can't sleep, he is snoring`.
  const before = named === null ? await needed() : null;
  if (before !== null) return before;
  if (first.decided.ranked.length > 0) return first;
  return (await secondLook(deps, first, signal)) ?? (named === null ? null : await needed()) ?? first;
}

/** The same without the day that the text names, where of nothing that meets the rest is known when it arrives. */
async function withoutDay(deps: Deps, { question, candidates, decided }: Answered): Promise<Answered | null> {
  const { told_deadline, deadline_days } = question;
  const isUnknown = decided.options.length > 0 && decided.options.every(({ days }) => days === null);
  if (told_deadline === null || deadline_days === null || decided.ranked.length > 0 || !isUnknown)
    return null;
  const about = { ...question, deadline_days: null, undated_deadline: told_deadline };
  return { question: about, candidates, decided: await choose(deps, candidates, about) };
}

/** The word for the thing that a text asks for or begins with; null where it is one of a trouble that is told, or there is none. */
async function namesOf(
  deps: Deps,
  { intent, constraints: { runs, language } }: DecisionQuestion,
): Promise<ReadonlySet<string> | null> {
  const [run] = wantedRuns(runs);
  if (run === undefined || run.standing === 'apart') return null;
  const { isGoods, names } = namedThing(await deps.snapshot.searchIndex(), run, language);
  if (!isGoods || (run.standing === 'begins' && isTroubled(names, needsTold(intent, language)))) return null;
  return names;
}

/** What was found less what nothing calls as the text calls what it asks for, where something else is called so. */
async function asNamed(
  deps: Deps,
  found: readonly DecisionCandidate[],
  { constraints: { runs, language, ranOut } }: DecisionQuestion,
): Promise<readonly DecisionCandidate[]> {
  const [run] = wantedRuns(runs);
  // `power keeps flickering`: it tells what happens, and asks for nothing.
  const isNamed = run !== undefined && run.standing !== 'apart';
  if (!isNamed && runs.some(({ standing }) => standing === 'subject')) return [];
  if (!isNamed || ranOut !== null) return found;
  return namedThing(await deps.snapshot.searchIndex(), run, language).unlessOther(found);
}

async function secondLook(
  deps: Deps,
  { question, candidates: before }: Answered,
  signal: AbortSignal,
): Promise<Answered | null> {
  const { constraints } = question;
  const { musts, unspoken } = await notUnderstoodOf(deps.snapshot, constraints, before);
  const unread = [...new Set([...musts, ...unspoken, ...constraints.clauses])];
  if (constraints.ranOut !== null || constraints.unread.length > 0 || unread.some(tellsOfHealth)) return null;
  const index = await deps.snapshot.searchIndex();
  for (const [at, run] of wantedRuns(constraints.runs).entries()) {
    const own = aboutRun(constraints, run);
    const { isGoods, called } = namedThing(index, run, constraints.language);
    const candidates = await searchedCandidates(deps, own, { signal, called });
    // A name that nobody asks for may as well be any word: `wide`.
    if (!isGoods && run.standing !== 'asked' && (at > 0 || run.standing === 'apart')) continue;
    if (candidates.length > 0) {
      const others = beside(constraints, run, unread).filter(
        (text) => tellingWords(text, question).length > 0,
      );
      const left_aside = [...unread, ...others];
      const about = { ...question, constraints: own, left_aside };
      const decided = await choose(deps, candidates, about);
      // What denies may have shut out everything, and is named as not understood.
      return decided.ranked.length === 0 && left_aside.some(denies)
        ? null
        : { question: about, candidates, decided };
    }
    // Who asks for goods that nothing here is called, or begins with them, wants nothing else that the text names.
    if (isGoods && run.standing !== 'apart') return null;
  }
  return null;
}

/** What else the text says between its stops, but for the run and what was told already. */
const beside = (
  { pieces, asides }: ShopperConstraints,
  { text, purpose }: NamedRun,
  told: readonly string[],
): string[] =>
  pieces
    .map((piece) => [text, purpose, ...told, ...asides].reduce((rest, own) => rest.replace(own, ' '), piece))
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => piece !== '');

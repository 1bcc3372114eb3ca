import type { NamedRun } from '../../pipelines/domain/intent.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { DENIES_BEFORE } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { saysAll } from '../../warehouse/reads/product_words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { Synonyms } from '../../warehouse/text/synonyms.ts';
import type { Deps } from '../http/deps.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { aboutRun } from './about_run.ts';
import { type Answered, answered } from './answered.ts';
import { type DecisionCandidate, searchedCandidates } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { saidWords, titleDenies } from './denied_words.ts';
import { fittedNames } from './exact_words.ts';
import { denies, sayingNothingElse, tellingWords } from './left_aside.ts';
import { withoutMakers } from './makers_asked.ts';
import { type NamedThing, namedThing, wantedRuns } from './named_thing.ts';
import { isTroubled, neededThing, needsBeside } from './needed_thing.ts';
import { isNeverLeft, notUnderstoodOf } from './unread.ts';

/**
 * Answers a question as it was read; where nothing qualifies so, by the thing that the text names: what it says beside that
 * is left aside, and the answer tells so. Who tells of a trouble instead of a thing is answered by what is bought against it.
 */
export async function answeredAsRead(
  deps: Deps,
  found: readonly DecisionCandidate[],
  question: DecisionQuestion,
  signal: AbortSignal,
): Promise<Answered> {
  const wanted = await wantedThing(deps, question);
  const candidates = asNamed(found, wanted, question);
  const { ranOut } = question.constraints;
  const isNone = ranOut === null && wanted !== null && !isSold(wanted, found, question.constraints);
  const first = await answered(deps, isNone ? [] : candidates, question);
  const named = namesOf(wanted, question);
  const needs = needsBeside(question.needs, named);
  const needed = () => neededThing(deps, question, needs, signal);
  // What a trouble needs goes before what merely has words of it: magnesium for `can't sleep, he is snoring`.
  const before = named === null ? await needed() : null;
  if (before !== null) return before;
  if (first.decided.ranked.length > 0) return first;
  const looked = (await secondLook(deps, first, signal)) ?? (named === null ? null : await needed());
  // What may be left aside of the question is told of what was found.
  return looked ?? { ...first, candidates, question: { ...first.question, needs } };
}

/** The run of a text that is likeliest what it asks for, and what that names. */
interface Wanted {
  run: NamedRun;
  thing: NamedThing;
  /** What runs name that stand as that one does, itself among them; and what others name, but for what is somebody's. */
  things: readonly NamedThing[];
  others: () => readonly NamedThing[];
}

/** What a text asks for or begins with; null where it names nothing so. */
async function wantedThing(
  deps: Deps,
  { constraints: { runs, language } }: DecisionQuestion,
): Promise<Wanted | null> {
  const wanted = wantedRuns(runs);
  const [run] = wanted;
  if (run === undefined || run.standing === 'apart') return null;
  const index = await deps.snapshot.searchIndex();
  const named = (some: readonly NamedRun[]) => some.map((one) => namedThing(index, one, language));
  const things = named(wanted.filter(({ standing }) => standing === run.standing));
  const others = () => named(runs.filter((one) => one.standing !== run.standing && one.standing !== 'owned'));
  return { run, thing: things[0] as NamedThing, things, others };
}

/** The word for goods that are wanted; null where it is one of a trouble that is told, or there is none. */
function namesOf(
  wanted: Wanted | null,
  { needs, constraints }: DecisionQuestion,
): ReadonlySet<string> | null {
  if (wanted === null || !wanted.thing.isGoods) return null;
  const { names } = wanted.thing;
  // `My back hurts: desk`: what stands by itself between two stops is named to be had.
  const isAlone = constraints.pieces.length > 1 && constraints.pieces.includes(wanted.run.text);
  return wanted.run.standing === 'begins' && !isAlone && isTroubled(names, needs) ? null : names;
}

/** What was found less what nothing calls as the text calls what it asks for, where something else is called so. */
function asNamed(
  found: readonly DecisionCandidate[],
  wanted: Wanted | null,
  { constraints: { runs, ranOut } }: DecisionQuestion,
): readonly DecisionCandidate[] {
  if (ranOut !== null) return found;
  // `power keeps flickering`: it tells what happens, and asks for nothing.
  if (wanted === null) return runs.some(({ standing }) => standing === 'subject') ? [] : found;
  // `Hiking in summer. A rucksack`: each sentence may begin with what is wanted.
  const own = new Set(wanted.things.flatMap((thing) => calledBest(thing, found)));
  return found.filter((one) => own.has(one));
}

/**
 * Whether it may be sold here: not where all that is named are goods that nothing is called (`trottinette électrique`), nor where
 * what is asked for is no word for goods and no name of anything that was found (`which part do I need`), unless what it
 * measures tells the kind (`a big picture, 65 inch`).
 */
function isSold(
  { run, things, others }: Wanted,
  found: readonly DecisionCandidate[],
  { measures }: Pick<ShopperConstraints, 'measures'>,
): boolean {
  const isAsked = run.standing === 'asked' && measures.length === 0;
  const isCalled = (thing: NamedThing) => thing.called(found).length > 0;
  if (things.every(({ isHeld, isGoods }) => isGoods && !isHeld)) return others().some(isCalled);
  return !isAsked || things.some((thing) => thing.isGoods || isCalled(thing));
}

/** Where something is called so, what only has the word is something else: an insulated bottle beside vacuum cleaners. */
function calledBest(thing: NamedThing, found: readonly DecisionCandidate[]): readonly DecisionCandidate[] {
  const called = thing.isGoods ? thing.called(found) : [];
  return thing.unlessOther(called.length > 0 ? called : found);
}

async function secondLook(
  deps: Deps,
  { question, candidates: before }: Answered,
  signal: AbortSignal,
): Promise<Answered | null> {
  const { constraints } = question;
  const { musts, unspoken } = await notUnderstoodOf(deps.snapshot, constraints, before);
  const unread = [...new Set([...musts, ...unspoken, ...constraints.clauses])];
  if (constraints.ranOut !== null || constraints.unread.length > 0 || unread.some(isNeverLeft)) return null;
  const index = await deps.snapshot.searchIndex();
  for (const [at, run] of wantedRuns(constraints.runs).entries()) {
    const own = aboutRun(constraints, run, isMeantCode(constraints, index));
    const { isGoods, called, kinds } = namedThing(index, run, constraints.language);
    const candidates = await searchedCandidates(deps, own, { signal, called });
    // A name that nobody asks for may as well be any word: `wide`.
    if (!isGoods && run.standing !== 'asked' && (at > 0 || run.standing === 'apart')) continue;
    if (candidates.length > 0) {
      const others = beside(constraints, run, unread).filter(
        (text) => tellingWords(text, question).length > 0,
      );
      const left_aside = [...unread, ...others];
      const about = { ...question, constraints: own, left_aside };
      const strictly = await answered(deps, withoutDenied(candidates, left_aside, own), about);
      const ofKind =
        strictly.decided.ranked.length === 0 ? await kindLooked(deps, about, { run, kinds, signal }) : null;
      const looked = ofKind ?? strictly;
      // What denies may have shut out everything, and is named as not understood.
      if (looked.decided.ranked.length > 0) return looked;
      return left_aside.some(denies) ? null : strictly;
    }
    // Who asks for goods that nothing here is called, or begins with them, wants nothing else that the text names.
    if (isGoods && run.standing !== 'apart') return null;
  }
  return null;
}

/**
 * Answers by what means the same as all that a run says, in whatever language sellers call it (`bloeddrukmeter` of a
 * `Blutdruckmessgerät`), or by a kind of the thing that is called otherwise: earbuds are headphones, and alone are worn in
 * the ear. Null where none fits.
 */
async function kindLooked(
  deps: Deps,
  question: DecisionQuestion,
  { run, kinds, signal }: { run: NamedRun; kinds: readonly string[]; signal: AbortSignal },
): Promise<Answered | null> {
  const index = await deps.snapshot.searchIndex();
  const said = wordsOf(withoutMakers(run.text, question.constraints.makers)).map((word) => word.text);
  // What goes with a named thing must be made for that, which only its own word tells: `ink for my brother printer`.
  const isFitted = fittedNames(question.constraints, index).length > 0;
  const isKnown = (name: string) => index.parse(name).unknown.length === 0;
  const names = isFitted ? [] : saidOtherwise(said).filter(isKnown);
  const { thing = '', measure = '' } = measuredThing(run.text);
  // Nor are earbuds that do not say so `noise cancelling headphones`.
  const whole = index.parse(said.join(' '), { meaning: question.constraints.language });
  const besides = whole.groups.filter(({ text }) => nameOfWord(text) === null);
  const alike = whole.unknown.length > 0 ? [] : kinds;
  const others = [...new Set([...alike, ...names])].slice(0, MOST_NAMES);
  for (const text of thing === '' ? others : [thing, ...others]) {
    const kind = { ...run, text };
    const about = aboutRun(question.constraints, kind);
    const constraints = { ...about, words: `${about.words} ${measure}`.trim(), language: KINDS_LANGUAGE };
    const { called } = namedThing(index, kind, KINDS_LANGUAGE);
    const candidates = await searchedCandidates(deps, constraints, { signal, called });
    const named = withoutDenied(candidates, question.left_aside, constraints);
    // An `imprimante laser` is no printer of another kind, though both are called printers.
    const { groups } = index.parse(text, { meaning: KINDS_LANGUAGE });
    const held = alike.includes(text) ? [...groups, ...besides] : groups;
    const own = text === thing ? named : named.filter(({ product }) => saysAll(index, held, product));
    const looked = await answered(deps, own, { ...question, constraints });
    if (looked.decided.ranked.length > 0) return looked;
  }
  return null;
}
/**
 * A run in other words: what means the same as all of it, else as two of its words side by side (`futuro knee brace`), or as
 * the word for the thing, where that is several words elsewhere (`Regenjacke Herren`, a rain jacket).
 */
function saidOtherwise(said: readonly string[]): string[] {
  const whole = synonyms.allOf(said.join(' '));
  if (whole.length > 0 || said.length < 2) return [...whole];
  const put = (at: number, count: number, others: readonly string[]) =>
    others.map((other) => [...said.slice(0, at), other, ...said.slice(at + count)].join(' '));
  const pairs = said.length < 3 ? [] : said.slice(1).flatMap((_, at) => put(at, 2, allOf(said, at)));
  const things = said.flatMap((word, at) =>
    nameOfWord(word) === null
      ? []
      : put(
          at,
          1,
          synonyms.allOf(word).filter((other) => other.includes(' ')),
        ),
  );
  return [...pairs, ...things];
}
const allOf = (said: readonly string[], at: number): readonly string[] =>
  synonyms.allOf(said.slice(at, at + 2).join(' '));

/**
 * A thing and what it measures, in a name of both: few titles say what a thing measures, which its text must still have.
 * Nothing of any other name.
 */
function measuredThing(text: string): { thing?: string; measure?: string } {
  const behind = /^(?<thing>.*\p{L}.*?)\s+(?<measure>\d+\s+\p{L}+)$/u.exec(text)?.groups;
  const isNamed = wordsOf(behind?.['thing'] ?? '').some((word) => nameOfWord(word.text) !== null);
  return (isNamed ? behind : GRADED.exec(text)?.groups) ?? {};
}
/** `SPF 50 sunscreen` */
const GRADED = /^(?<measure>\p{L}+\s+\d+\+?)\s+(?<thing>\p{L}.*)$/u;
/** In which the kinds of things are named; names of other languages are read as they are written. */
const KINDS_LANGUAGE = 'en';
/** Other names by which a thing is looked for. */
const MOST_NAMES = 6;
const synonyms = Synonyms.standard();

/**
 * Whether a code is of the thing: not where it is told apart from it (`we walk the GR20, so a backpack`) and nothing here has
 * it. What something is for, or somebody owns, is never told apart.
 */
const isMeantCode =
  ({ runs }: ShopperConstraints, index: SearchIndex) =>
  (code: string): boolean => {
    const isApart = runs.some(({ standing, text }) => standing === 'apart' && text.includes(code));
    return !isApart || index.parse(code).unknown.length === 0;
  };

/** What else the text says between its stops, but for the run and what was told already. */
const beside = (
  { pieces, asides, must_have, must_free, makers, quantity }: ShopperConstraints,
  { text, purpose }: NamedRun,
  told: readonly string[],
): string[] =>
  pieces
    .map((piece) =>
      [text, purpose, ...told, ...asides, ...must_have.map((must) => must.text), quantity?.text ?? ''].reduce(
        (rest, own) => rest.replace(own, ' '),
        withoutMakers(piece, makers),
      ),
    )
    .map((piece) => piece.replaceAll(/\s+/g, ' ').trim())
    .filter((piece) => piece !== '' && !isOfFreedom(piece, must_free));

/** `fragrance free`: what a record is held to is not left aside. */
function isOfFreedom(piece: string, must_free: ShopperConstraints['must_free']): boolean {
  const freed = new Set(must_free.flatMap(({ text }) => wordsOf(text).map((word) => word.text)));
  const words = wordsOf(piece).map(({ text }) => text);
  return (
    words.some((word) => freed.has(word)) && words.every((word) => freed.has(word) || DENIES_BEFORE.has(word))
  );
}

/** Less those of which a title denies what is left aside (`(not induction)`, where it is to be fit for induction), or states otherwise. */
function withoutDenied(
  found: readonly DecisionCandidate[],
  left_aside: readonly string[],
  { words, must_have }: Pick<ShopperConstraints, 'words' | 'must_have'>,
): DecisionCandidate[] {
  const said = left_aside.flatMap(saidWords);
  const asked = [words, ...must_have.map(({ text }) => text)].join(' ');
  return sayingNothingElse(found, left_aside, asked).filter(
    ({ product }) => !product.listings.some((listing) => titleDenies(listing, said)),
  );
}

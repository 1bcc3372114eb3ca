import type { NamedRun } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { type Head, headsOfListing } from '../../pipelines/equivalence/heads.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import { inverseFrequency, type QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { Deps } from '../http/deps.ts';
import { fitting } from '../search/fitting_product.ts';
import { aboutRun } from './about_run.ts';
import { type Answered, answered } from './answered.ts';
import { smallIn } from './asked_nouns.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { exactWords, fittedNames, lackingOf, suppliedNames } from './exact_words.ts';
import { sayingNothingElse } from './left_aside.ts';
import { isCalled } from './named_compound.ts';
import { namedThing, wantedRuns } from './named_thing.ts';
import { thingAsked } from './thing_asked.ts';
import { tellsOfHealth } from './unread.ts';

/** Products that are read, of those with most of the text's words. */
const MOST_READ = 60;
/** What tells nearly as much of the text as the one that tells most is as near. */
const AS_NEAR = 0.9;
/** One word alone may be of what is told beside the thing: `the aquarium`. */
const LEAST_SHARED = 2;
/** How far the nearest must be before things of other kinds, of what a word tells that one product alone has. */
const CLEAR_LEAD = 0.75;

/** A candidate, and what it tells of a text: the sum of the words' inverse frequencies. */
interface Near extends DecisionCandidate {
  mass: number;
  words: readonly string[];
  /** It is called as the goods that the text names; true where it names none. */
  isNamed: boolean;
}

/**
 * Answers a text that nothing else answered by what shares most of its words, where that is clear: the nearest leads what is
 * of another kind by nearly all that a word of one product alone would tell. Constraints hold, and numbers and names that no
 * constraint took must be in its record; where the text names goods it must be called so, by a name of
 * two words too where that is one (`laser printer`). Null where nothing is near, where it is not
 * clear or something was not understood that is never left aside (unless `isClear` is not asked for), and of what tells of health.
 */
export async function nearestThing(
  deps: Deps,
  question: DecisionQuestion,
  { isClear, signal }: { isClear: boolean; signal: AbortSignal },
): Promise<Answered | null> {
  const { constraints, intent } = question;
  const unread = [...new Set([...constraints.unread, ...constraints.doubted, ...constraints.clauses])];
  if (question.isGiven || constraints.ranOut !== null || unread.some(tellsOfHealth)) return null;
  if (isClear && constraints.unread.length > 0) return null;
  const near = await nearTo(deps, question, signal);
  const best = near.find(({ isNamed, product, words }) => isNamed && !isOfAnother(product, words));
  if (best === undefined || (isClear && best.words.length < LEAST_SHARED)) return null;
  const index = await deps.snapshot.searchIndex();
  const isAlike = isOfKind(best.product);
  const other = near.find(({ product }) => !isAlike(product));
  const lead = best.mass - (other?.mass ?? 0);
  if (lead < (isClear ? CLEAR_LEAD * inverseFrequency(index.products, 1) : 0)) return null;
  const candidates = near.filter(
    ({ isNamed, product, mass }) => isNamed && isAlike(product) && mass >= best.mass * AS_NEAR,
  );
  const text = best.words.join(' ');
  const run: NamedRun = { text, start: 0, end: 0, standing: 'asked', purpose: '' };
  return answered(deps, candidates, {
    ...question,
    constraints: { ...aboutRun(constraints, run, () => false), unread: [] },
    left_aside: unread,
    nearest: { text: intent, words: best.words },
  });
}

/** What meets the constraints and shares words with the text, the nearest first. */
async function nearTo(
  { snapshot }: Deps,
  { constraints, intent }: DecisionQuestion,
  signal: AbortSignal,
): Promise<Near[]> {
  const index = await snapshot.searchIndex();
  const [run] = wantedRuns(constraints.runs).filter(({ standing }) => standing !== 'apart');
  const thing = run === undefined ? null : namedThing(index, run, constraints.language);
  const { hits } = index.searchNow({ q: intent, literal: true, more: true, limit: MOST_READ });
  const numbers = hits.map(({ product }) => product);
  const products = await snapshot.products(numbers, signal);
  const found = products.map((product, at) => ({
    number: numbers[at] as number,
    product,
    variant_id: null,
    fit: 1,
  }));
  const musts = constraints.must_have.map(({ text }) => text).join(' ');
  const alike = sayingNothingElse(found, [constraints.words, ...constraints.clauses], musts);
  const { compound } = await thingAsked(snapshot, constraints);
  const isOther = (product: Product) => compound?.isKnown === true && !isCalled(index, compound, product);
  const called = new Set(thing === null || !thing.isGoods ? alike : thing.called(alike));
  const names = [
    ...exactWords(constraints, index),
    ...fittedNames(constraints, index),
    ...suppliedNames(constraints),
  ];
  const held = alike.filter(({ product }) => {
    const fits = fitting(product, constraints, snapshot.currency);
    return fits !== null && lackingOf(names, fits).length === 0;
  });
  const groups = tellingGroups(index, intent, constraints);
  return held
    .map((one) => ({
      ...one,
      ...sharedWith(index, groups, one),
      isNamed: called.has(one) && !isOther(one.product),
    }))
    .filter(({ mass }) => mass > 0)
    .toSorted((a, b) => b.mass - a.mass || a.number - b.number);
}

const headsIn = ({ listings }: Product): Head[] => listings.flatMap(headsOfListing);

/** Whether a product lies in the same place as another one, or titles of both call them alike. */
function isOfKind(best: Product): (product: Product) => boolean {
  const names = new Set(headsIn(best).flatMap(({ word, thing }) => [word, ...thing]));
  return (product) =>
    product === best ||
    (best.category !== null && product.category === best.category) ||
    headsIn(product).some(({ word }) => names.has(word));
}

/** Whether what the text names only tells what another thing is for: the guitar of `electric guitar strings`. */
function isOfAnother(product: Product, words: readonly string[]): boolean {
  const said = new Set(words.flatMap((word) => (nameOfWord(word) === null ? [] : [word, fromPlural(word)])));
  const heads = headsIn(product);
  const isSaid = (word: string) => said.has(word) || said.has(fromPlural(word));
  return heads.length > 0 && heads.every(({ word, before }) => !said.has(word) && [...before].some(isSaid));
}

/** The words of a text that tell something: not small ones, nor numbers, nor what is refused. */
function tellingGroups(
  index: SearchIndex,
  intent: string,
  { language, avoid }: DecisionQuestion['constraints'],
): QueryGroup[] {
  const isSmall = smallIn(language);
  const refused = new Set(avoid.flatMap(({ text }) => wordsOf(text).map((word) => word.text)));
  return index
    .parse(intent, { meaning: language })
    .groups.filter(
      ({ text }) => !/\d/.test(text) && !isSmall(text) && !GRAMMAR_WORDS.has(text) && !refused.has(text),
    );
}

function sharedWith(
  index: SearchIndex,
  groups: readonly QueryGroup[],
  { product }: DecisionCandidate,
): Pick<Near, 'mass' | 'words'> {
  const own = productWords(product);
  const shared = groups.flatMap(({ text, mass, variants }) => {
    const found = variants.find(
      ({ term, weight }) => weight >= SPELLING_WEIGHTS.synonym && own.has(index.term(term)),
    );
    return found === undefined ? [] : [{ text, mass: mass * found.weight }];
  });
  return {
    mass: shared.reduce((sum, { mass }) => sum + mass, 0),
    words: shared.map(({ text }) => text),
  };
}

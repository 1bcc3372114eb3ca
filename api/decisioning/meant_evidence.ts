import type { NamedRun, Standing } from '../../pipelines/domain/intent.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { type Head, headsOfListing } from '../../pipelines/equivalence/heads.ts';
import { nameOfWord } from '../../pipelines/equivalence/thing_names.ts';
import { GRAMMAR_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import { inverseFrequency, type QueryGroup } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { smallIn } from './asked_nouns.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import type { DecisionQuestion } from './decision_request.ts';
import { describedAs } from './described.ts';
import { sayingNothingElse } from './left_aside.ts';
import { isCalled } from './named_compound.ts';
import { namedThing, wantedRuns } from './named_thing.ts';
import { type ThingAsked, thingAsked } from './thing_asked.ts';
import { isStated } from './told_musts.ts';

/** By name what speaks for a product being what a text means, or against it. */
export type MeantEvidence = Readonly<Record<string, number>>;

/** A product that a text may mean. */
export interface MeantCandidate extends DecisionCandidate {
  number: number;
  evidence: MeantEvidence;
  /** Words of the text that its record has. */
  words: readonly string[];
  /** Whether another one is of its kind: in the same place, or called alike in a title. */
  isAlike: (other: Product) => boolean;
}

/** How many that say most of the text, and how many that the reading found, are looked at. */
const MOST_SAYING = 25;
const MOST_FOUND = 15;
/** A lead by more rare words than these tells no more. */
const MOST_LEAD = 3;
/** Words that no text shares by chance. */
const MANY_SHARED = 3;

interface Looking {
  signal: AbortSignal;
  /** Looked at in any case. */
  also?: readonly DecisionCandidate[];
  /** What is taken out, as if it were not sold. */
  without?: (product: Product) => boolean;
}

/**
 * What speaks for each product that shares most words with a text, and for each that the reading of the text found, being what
 * is meant.
 */
export async function meantCandidates(
  snapshot: Snapshot,
  question: DecisionQuestion,
  found: readonly DecisionCandidate[],
  { signal, also = [], without = () => false }: Looking,
): Promise<MeantCandidate[]> {
  const index = await snapshot.searchIndex();
  const { hits } = index.searchNow({ q: question.intent, literal: true, more: true, limit: MOST_SAYING });
  const numbers = hits.map(({ product }) => product);
  const read = await snapshot.products(numbers, signal);
  const saying = read.flatMap((product, at) =>
    without(product) ? [] : [{ product, number: numbers[at] as number }],
  );
  const numbered = (some: readonly DecisionCandidate[]) =>
    some.flatMap(({ product, number }) => (number === null || without(product) ? [] : [{ product, number }]));
  const known = numbered(found.toSorted((a, b) => b.fit - a.fit));
  const places = (some: readonly { number: number }[]) =>
    new Map(some.map(({ number }, at) => [number, 1 / (1 + at)]));
  const [said, first] = [places(saying), places(known)];
  const looked = new Map(
    [...saying, ...known.slice(0, MOST_FOUND), ...numbered(also)].map((one) => [one.number, one.product]),
  );
  const candidates = [...looked].map(([number, product]) => ({ number, product, variant_id: null, fit: 1 }));
  const { constraints } = question;
  const musts = constraints.must_have.map(({ text }) => text).join(' ');
  const plain = sayingNothingElse(candidates, [constraints.words, ...constraints.clauses], musts);
  const consistent = new Set(plain.map(({ number }) => number));
  const asked = await thingAsked(snapshot, constraints);
  const text = textOf(index, question, asked);
  const [run] = wantedRuns(constraints.runs).filter(({ standing }) => standing !== 'apart');
  const thing = run === undefined ? null : namedThing(index, run, constraints.language);
  const isGoods = thing !== null && thing.isGoods;
  const called = new Set(isGoods ? thing.called(candidates) : []);
  const told = candidates.map((one) => ({
    ...one,
    isUncalled: isGoods && !called.has(one),
    ...toldBy(index, text, one),
  }));
  return told.map((one) => {
    const others = told.filter(({ product }) => !one.isAlike(product));
    const lead = one.mass - Math.max(0, ...others.map(({ mass }) => mass));
    return {
      ...one,
      evidence: {
        ...text.evidence,
        ...one.evidence,
        place_by_words: said.get(one.number) ?? 0,
        place_as_read: first.get(one.number) ?? 0,
        lead: Math.max(-MOST_LEAD, Math.min(MOST_LEAD, lead / inverseFrequency(index.products, 1))),
        says_most: one.mass >= Math.max(...told.map(({ mass }) => mass)) ? 1 : 0,
        record_says_most: one.recorded >= Math.max(...told.map(({ recorded }) => recorded)) ? 1 : 0,
        uncalled: one.isUncalled ? 1 : 0,
        says_otherwise: consistent.has(one.number) ? 0 : 1,
        musts_unstated: constraints.must_have.filter((must) => !isStated(one.product, must)).length,
      },
    };
  });
}

/** A text as products are held to it. */
interface AskedText {
  groups: readonly QueryGroup[];
  /** Its words and what means the same. */
  words: ReadonlySet<string>;
  /** How each of its words stands in it. */
  standing: ReadonlyMap<string, Standing>;
  compound: ThingAsked['compound'];
  evidence: MeantEvidence;
}

function textOf(index: SearchIndex, { constraints, intent }: DecisionQuestion, asked: ThingAsked): AskedText {
  const isSmall = smallIn(constraints.language);
  const refused = new Set(constraints.avoid.flatMap(({ text }) => wordsOf(text).map((word) => word.text)));
  const isTelling = (text: string) =>
    !/\d/.test(text) && !isSmall(text) && !GRAMMAR_WORDS.has(text) && !refused.has(text);
  const parsed = index.parse(intent, { meaning: constraints.language });
  const groups = parsed.groups.filter(({ text }) => isTelling(text));
  const unknown = parsed.unknown.filter(isTelling).length;
  const { asides, clauses, doubted } = constraints;
  return {
    groups,
    words: new Set(
      groups.flatMap((group) => meantBy(index, group).flatMap((word) => [word, fromPlural(word)])),
    ),
    standing: standings(constraints.runs),
    compound: asked.compound,
    evidence: {
      kind_known: asked.kind === null ? 0 : 1,
      kind_unknown: asked.unknownKind === null ? 0 : 1,
      unknown_share: unknown / Math.max(1, unknown + groups.length),
      words: Math.log1p(unknown + groups.length),
      told_beside: Math.log1p(asides.length + clauses.length + doubted.length),
      measures: constraints.measures.length,
      has_budget: constraints.budget_minor === null ? 0 : 1,
      refused: constraints.avoid.length,
    },
  };
}

const meantBy = (index: SearchIndex, { text, variants }: QueryGroup): string[] => [
  text,
  ...variants.filter(({ weight }) => weight >= SPELLING_WEIGHTS.synonym).map(({ term }) => index.term(term)),
];

/** What stands so is likelier what is wanted than what stands as the next does. */
const ORDER: readonly Standing[] = ['asked', 'begins', 'apart', 'subject', 'told', 'owned'];

function standings(runs: readonly NamedRun[]): Map<string, Standing> {
  const found = new Map<string, Standing>();
  for (const standing of ORDER.toReversed())
    for (const run of runs.filter((one) => one.standing === standing))
      for (const { text } of wordsOf(run.text))
        for (const word of [text, fromPlural(text)]) found.set(word, standing);
  return found;
}

interface Told extends Pick<MeantCandidate, 'evidence' | 'words' | 'isAlike'> {
  /** What the words tell that some text of it has, and what those do that its record has. */
  mass: number;
  recorded: number;
}

/** What a product's own words tell of its being what is meant. */
function toldBy(
  index: SearchIndex,
  { groups, words, standing, compound }: AskedText,
  { product, number }: { product: Product; number: number },
): Told {
  const own = productWords(product);
  const titles = product.listings.map(({ title }) => wordsOf(title).map(({ text }) => text));
  const titled = new Set(titles.flatMap((title) => title.flatMap((word) => [word, fromPlural(word)])));
  const having = (some: ReadonlySet<string>) =>
    groups.filter((group) => meantBy(index, group).some((word) => some.has(word)));
  const recorded = having(own);
  const massOf = (some: readonly QueryGroup[]) => some.reduce((sum, { mass }) => sum + mass, 0);
  const isSaid = (word: string) => words.has(word) || words.has(fromPlural(word));
  const heads = product.listings.flatMap(headsOfListing);
  const called = [...new Set(heads.map(({ word }) => word))];
  const things = [...new Set(heads.flatMap(({ thing }) => [...thing]))];
  const stand = [...called, ...things]
    .filter(isSaid)
    .map((word) => standing.get(word) ?? standing.get(fromPlural(word)));
  const best = ORDER.find((one) => stand.includes(one));
  const telling = titles.map((title) => title.filter((word) => !GRAMMAR_WORDS.has(word) && !/\d/.test(word)));
  const names = new Set([...called, ...things]);
  return {
    mass: massOf(groups.filter((group) => recorded.includes(group) || describedAs(index, group)(number))),
    recorded: massOf(recorded),
    words: recorded.map(({ text }) => text),
    isAlike: (other) =>
      other === product ||
      (product.category !== null && other.category === product.category) ||
      other.listings.flatMap(headsOfListing).some(({ word }) => names.has(word)),
    evidence: {
      title_says: massOf(having(titled)) / (massOf(groups) || 1),
      of_title: Math.max(
        0,
        ...telling.map((title) => title.filter(isSaid).length / Math.max(1, title.length)),
      ),
      of_another: isOfAnother(
        heads,
        recorded.map(({ text }) => text),
      )
        ? 1
        : 0,
      shares_many: recorded.length >= MANY_SHARED ? 1 : 0,
      head_said: called.some(isSaid) ? 1 : 0,
      thing_said: things.some(isSaid) ? 1 : 0,
      asked_for: best === 'asked' ? 1 : 0,
      told_of_another: best === 'told' ? 1 : 0,
      owned: best === 'owned' ? 1 : 0,
      other_compound: compound?.isKnown === true && !isCalled(index, compound, product) ? 1 : 0,
    },
  };
}

/** Whether what the text names only tells what another thing is for: the guitar of `electric guitar strings`. */
function isOfAnother(heads: readonly Head[], words: readonly string[]): boolean {
  const said = new Set(words.flatMap((word) => (nameOfWord(word) === null ? [] : [word, fromPlural(word)])));
  const isSaid = (word: string) => said.has(word) || said.has(fromPlural(word));
  return heads.length > 0 && heads.every(({ word, before }) => !said.has(word) && [...before].some(isSaid));
}

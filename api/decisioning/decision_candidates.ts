import type { Conflict } from '../../pipelines/domain/conflicts.ts';
import { contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { itemOf } from '../../pipelines/domain/stated.ts';
import { CONSUMABLES } from '../../pipelines/equivalence/roles.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { HEAD_FIRST } from '../../pipelines/text/languages.ts';
import type { StatedKind } from '../../pipelines/text/statement.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import type { ParsedQuery } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { Deps } from '../http/deps.ts';
import { type Fitting, fitting } from '../search/fitting_product.ts';
import { factFreeing } from '../search/product_facts.ts';
import { browsedCandidates, type Candidate, rankedCandidates } from '../search/semantic_ranking.ts';
import { mostToPay, type ShopperConstraints } from '../search/shopper_constraints.ts';
import { isHolder, nounsOf } from './asked_nouns.ts';
import { calledProducts } from './called_products.ts';
import { comparedReference } from './compared_reference.ts';
import { exactWords, fittedNames, lackingOf, ownedNames, suppliedNames } from './exact_words.ts';
import { ofExtremeSize } from './extreme_size.ts';
import { mayBeMeant } from './goods_meant.ts';
import { withMostNamed } from './named_properties.ts';
import { isPackMeant } from './ordered_units.ts';
import { statedFreedom } from './stated_freedom.ts';
import { forTheDevice, isUsedUp, ofUsualSlot, suppliesNamed } from './supplies_named.ts';
import { thingAsked } from './thing_asked.ts';
import { withMeasures } from './typed_measures.ts';
import { unreadIn } from './unread.ts';
import { forTheYoung } from './wearer.ts';

/** Products that are looked at: within the budget, and beyond it, to say what a larger one would bring. */
const WITHIN_BUDGET = 120;
const BEYOND_BUDGET = 40;
/** What answers the intent half as well as the best is no answer. */
const LEAST_SHARE_OF_BEST = 0.5;
/** What is read at all: what goes with a thing may say twice as much as the thing itself. */
const LEAST_SHARE_OF_ANY = 0.25;
/** The best answers tell which kind of thing is meant: nodes that hold this share of the leading node's scores. */
const TELLING = 15;
const LEAST_SHARE_OF_NODE = 0.4;

/** A product that may be chosen, and how well it answers the intent, 0 to 1. */
export interface DecisionCandidate {
  /** As the snapshot reads it. */
  product: Product;
  /** The variant that is named; null for all. */
  variant_id: string | null;
  fit: number;
}

/** What of a candidate meets the constraints, the budget apart. */
export interface FittingCandidate extends Fitting {
  fit: number;
}

/** The products that the references name (of one that names a variant that alone), else those found by the intent. */
export async function decisionCandidates(
  deps: Deps,
  given: readonly string[] | undefined,
  constraints: ShopperConstraints,
  signal: AbortSignal,
): Promise<DecisionCandidate[]> {
  if (given === undefined) return searchedCandidates(deps, constraints, signal);
  const references = await Promise.all(
    given.map((reference, at) =>
      comparedReference(deps.snapshot, reference, { param: `candidates[${at}]`, signal }),
    ),
  );
  const distinct = new Map(
    references.map((one) => [one.names_variant ? one.item.variant_id : one.item.product_id, one]),
  );
  return [...distinct.values()].map(({ product, item, names_variant }) => ({
    product,
    variant_id: names_variant ? item.variant_id : null,
    fit: 1,
  }));
}

const onlyVariant = (product: Product, variant_id: string): Product => ({
  ...product,
  variants: product.variants.filter((variant) => variant.variant_id === variant_id),
  listings: product.listings.filter((listing) => listing.variant_id === variant_id),
});

async function searchedCandidates(
  deps: Deps,
  constraints: ShopperConstraints,
  signal: AbortSignal,
): Promise<DecisionCandidate[]> {
  const { ranOut } = constraints;
  if (ranOut !== null)
    return (await suppliesNamed(deps, ranOut, signal)).map((product) => ({
      product,
      variant_id: null,
      fit: 1,
    }));
  const { kind } = await thingAsked(deps.snapshot, constraints);
  // What stands in other clauses ranks: `a laptop, light enough to carry` is no light.
  const thing =
    kind === null
      ? constraints
      : { ...constraints, asked: kind.piece, uses: [...kind.others, constraints.uses].join(' ').trim() };
  const found = await answersTo(deps, thing, signal);
  const noun = found.every(isUsedUp) ? null : consumableNoun(constraints);
  const refills = noun === null ? [] : await answersTo(deps, { ...constraints, asked: noun }, signal);
  const isRefill = refills.length > 0 && refills.every(isUsedUp);
  const text = [constraints.asked, constraints.uses, ...constraints.asides].join(' ');
  return forTheDevice(isRefill ? refills : found, text);
}

/** Words of the names of consumables: `ink`, `cartridges`. */
const CONSUMABLE_WORDS: ReadonlySet<string> = new Set(
  [...CONSUMABLES].flatMap((node) => node.slice(node.lastIndexOf('.') + 1).split('_')),
);

/** The noun of `printer ink` where it may name what a printer uses up, though printers have more of the words; else null. */
function consumableNoun({ asked, language }: ShopperConstraints): string | null {
  const isLed = HEAD_FIRST.has(language);
  const nouns = nounsOf(asked, isLed);
  // `macchina a capsule` is a machine; `paquete de cápsulas` holds what is wanted.
  const noun = isLed ? nouns.find((word) => !isHolder(word)) : nouns.at(-1);
  if (noun === undefined || foldText(asked.trim()) === noun) return null;
  return [noun, `${noun}s`].some((word) => CONSUMABLE_WORDS.has(word)) ? noun : null;
}

/** The products of the kind that the best answers are of. */
async function answersTo(
  deps: Deps,
  constraints: ShopperConstraints,
  signal: AbortSignal,
): Promise<DecisionCandidate[]> {
  const { sellers, conditions, avoid_conditions } = constraints;
  const most = mostToPay(constraints);
  // The index knows the offers of the usual condition; those of another are held to the constraints one by one.
  const isUsual = conditions.length === 0 && avoid_conditions.length === 0;
  const filter: OfferFilter = sellers !== null && isUsual ? { sellers } : {};
  const within = await candidatesOf(deps, constraints, {
    ...filter,
    ...(most !== null && isUsual ? { max_price_minor: most } : {}),
  });
  const beyond = most === null ? [] : await candidatesOf(deps, constraints, filter);
  const scores = new Map<number, number>();
  for (const { product, score } of [...within.slice(0, WITHIN_BUDGET), ...beyond.slice(0, BEYOND_BUDGET)])
    scores.set(product, Math.max(score, scores.get(product) ?? 0));
  const leading = Math.max(0, ...scores.values());
  const numbers = [...scores.keys()].filter((no) => (scores.get(no) ?? 0) >= leading * LEAST_SHARE_OF_ANY);
  const products = await deps.snapshot.products(numbers, signal);
  const isMeant = await mayBeMeant(deps.snapshot, constraints, numbers);
  const meant = products.flatMap((product, at) => {
    const number = numbers[at] as number;
    return isMeant(number, product) ? [{ product, score: scores.get(number) ?? 0 }] : [];
  });
  // Of those that may be it: what goes with a laptop has the word more often than a notebook.
  const best = Math.max(0, ...meant.map(({ score }) => score));
  const found = meant
    .filter(({ score }) => score >= best * LEAST_SHARE_OF_BEST)
    .map(({ product, score }) => ({ product, variant_id: null, fit: best === 0 ? 1 : score / best }));
  // What is called as the text says is of the kind that is meant, however many things fit it.
  return ofOneKind(calledProducts(found, constraints.asked, await deps.snapshot.searchIndex()));
}

async function candidatesOf(
  deps: Deps,
  { asked, uses }: ShopperConstraints,
  filter: OfferFilter,
): Promise<Candidate[]> {
  const ranked = /[\p{L}\p{N}]/u.test(asked)
    ? await rankedCandidates(deps, { asked, uses, isNamed: true }, filter)
    : await browsedCandidates(deps.snapshot, filter);
  return ranked.candidates;
}

/** Those of the kind that the best answers are of: a coffee machine is asked for, not its capsules. */
function ofOneKind(found: readonly DecisionCandidate[]): DecisionCandidate[] {
  const nodes = new Map<string | null, number>();
  const best = found.toSorted(
    (a, b) => b.fit - a.fit || (a.product.product_id < b.product.product_id ? -1 : 1),
  );
  for (const { product, fit } of best.slice(0, TELLING))
    nodes.set(product.category, (nodes.get(product.category) ?? 0) + fit);
  const leading = Math.max(...nodes.values());
  return found.filter(({ product }) => (nodes.get(product.category) ?? 0) >= leading * LEAST_SHARE_OF_NODE);
}

/** What somebody takes alone (`she drinks only decaf`), in what tells of people. */
const onlyIn = (asides: readonly string[]): string =>
  asides
    .flatMap(
      (aside) => /(?:^|\s)(?:only|nur|solo|sólo|soltanto|seulement|alleen)\s(.*)/iu.exec(aside)?.[1] ?? [],
    )
    .join(' ');

/** What a thing that says otherwise than the text (another pack, another size) keeps of its fit, for each such thing. */
const SAID_OTHERWISE = 0.6;
/** Amounts are meant: a can is no six-pack, wherever there are six-packs. */
const AMOUNTS: ReadonlySet<StatedKind> = new Set<StatedKind>([
  'pack',
  'count',
  'weight',
  'volume',
  'capacity',
  'size',
]);

/** What a thing says otherwise than the words of the intent. */
function saidOtherwise({ product, best }: Fitting, { words }: ShopperConstraints): Conflict[] {
  const own = product.listings.filter(({ variant_id }) => variant_id === best.variant_id);
  return contradictionsOf({ title: words }, own.map(itemOf));
}

/**
 * What a clause says of the thing (`that sends the ball back`) its record must tell by half: it may be a must. A single
 * word (`which is best`) is as often praise.
 */
const isUntold = (index: SearchIndex, clause: ParsedQuery, product: Product): boolean =>
  clause.groups.length > 1 && shareFound(index, clause, product) < LEAST_TOLD;
const LEAST_TOLD = 0.5;

/** Where more for the money, a wish or a pack decides, each variant by itself: 16 GB for $852 beside the 8 GB for $587. */
function byVariant(
  candidates: readonly DecisionCandidate[],
  { about_minor, wishes, bulk }: Pick<ShopperConstraints, 'about_minor' | 'wishes' | 'bulk'>,
): readonly DecisionCandidate[] {
  if (about_minor === null && wishes.length === 0 && bulk === null) return candidates;
  return candidates.flatMap((candidate) =>
    candidate.variant_id === null
      ? candidate.product.variants.map(({ variant_id }) => ({ ...candidate, variant_id }))
      : [candidate],
  );
}

/** What of each candidate meets the constraints: within the budget where that can be, else beyond it. */
export async function fittingCandidates(
  snapshot: Snapshot,
  candidates: readonly DecisionCandidate[],
  { constraints, isGiven }: { constraints: ShopperConstraints; isGiven: boolean },
): Promise<FittingCandidate[]> {
  const { currency } = snapshot;
  const index = await snapshot.searchIndex();
  if (!isGiven && unreadIn(constraints, index).length > 0) return [];
  const meaning = constraints.language;
  const query = index.parse(constraints.words, { meaning });
  const clauses = isGiven ? [] : constraints.clauses.map((clause) => index.parse(clause, { meaning }));
  const asked = isGiven ? null : await thingAsked(snapshot, constraints);
  const exact = isGiven ? [] : exactWords(constraints, index);
  // What a device uses up fits it already.
  const isFitted = isGiven || constraints.ranOut !== null;
  const owned = isFitted ? [] : ownedNames(constraints);
  const goingWith = isFitted ? [] : fittedNames(constraints, index);
  const supplied = isFitted ? [] : suppliedNames(constraints);
  const isWorded = query.groups.length + query.unknown.length > 0;
  const fitted = byVariant(candidates, constraints).flatMap(({ product: whole, variant_id, fit }) => {
    const named = variant_id === null ? whole : onlyVariant(whole, variant_id);
    const product = withMeasures(named, constraints.measures);
    if (product === null || asked?.isAnswer(product) === false) return [];
    const found =
      fitting(product, constraints, currency) ??
      fitting(product, { ...constraints, budget_minor: null }, currency);
    if (!found) return [];
    const own = onlyVariant(product, found.best.variant_id);
    const names = [...exact, ...goingWith, ...supplied, ...(isUsedUp({ product }) ? owned : [])];
    if (lackingOf(names, { product: own, facts: found.facts }).length > 0) return [];
    if (clauses.some((clause) => isUntold(index, clause, own))) return [];
    const said = isWorded ? shareFound(index, query, own) : 1;
    const otherwise = saidOtherwise(found, constraints);
    const isMeant =
      !otherwise.some(({ kind }) => AMOUNTS.has(kind)) &&
      isPackMeant(product, found.best.variant_id, constraints);
    const fits = fit * said * SAID_OTHERWISE ** otherwise.length;
    return [{ ...found, product: whole, variant_id: found.best.variant_id, fit: fits, isMeant }];
  });
  const isWithin = ({ best }: Fitting) =>
    weighedMinor(best) <= (mostToPay(constraints) ?? Number.POSITIVE_INFINITY);
  const { extreme } = constraints;
  const extremeOf = (found: typeof fitted) =>
    extreme === null ? found : ofExtremeSize(found.some(isWithin) ? found.filter(isWithin) : found, extreme);
  // Of candidates that the caller names each stays, whatever the others say, unless the largest of them is asked for.
  if (isGiven) return extremeOf(fitted);
  // Measures alone tell the kind only where one kind alone meets them.
  if (asked?.isOfMeasures && new Set(fitted.map(({ product }) => product.category)).size > 1) return [];
  const free = statedFreedom(
    constraints,
    fitted.map(({ facts }) => facts),
  );
  const safe = fitted.filter(({ facts }) => free.every((text) => factFreeing(facts, [text]) !== undefined));
  const meant = safe.filter(({ isMeant }) => isMeant);
  const offered = calledProducts(meant.length > 0 ? meant : safe, constraints.asked, index);
  const named = withMostNamed(forTheYoung(offered, constraints.asides), query, index);
  // Of what is used up the clauses about people tell which ran out: `se me acabó el cian`.
  const told = named.every(isUsedUp) ? constraints.asides.join(' ') : onlyIn(constraints.asides);
  const most = ofUsualSlot(
    withMostNamed(named, index.parse(told, { meaning }), index),
    [constraints.words, ...constraints.asides].join(' '),
  );
  if (extreme !== null) return extremeOf(most);
  // What other clauses say is not worth more money; what the thing itself is called is.
  return asked?.kind && !most.some(isWithin) && offered.some(isWithin)
    ? withMostNamed(offered, index.parse(asked.kind.piece, { meaning }), index)
    : most;
}

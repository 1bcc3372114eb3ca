import type { Product } from '../../pipelines/domain/listing.ts';
import { CONSUMABLES } from '../../pipelines/equivalence/roles.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { isHolder } from '../../pipelines/text/holders.ts';
import { HEAD_FIRST } from '../../pipelines/text/languages.ts';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import type { Deps } from '../http/deps.ts';
import { browsedCandidates, type Candidate, rankedCandidates } from '../search/semantic_ranking.ts';
import { mostToPay, type ShopperConstraints } from '../search/shopper_constraints.ts';
import { nounsOf } from './asked_nouns.ts';
import { calledProducts } from './called_products.ts';
import { comparedReference } from './compared_reference.ts';
import { mayBeMeant, namedOtherwise, titledAs } from './goods_meant.ts';
import { forTheDevice, isUsedUp, suppliesNamed } from './supplies_named.ts';
import { thingAsked } from './thing_asked.ts';
import { codesIn } from './told_codes.ts';

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
  /** In the index of words; null of what the caller names. */
  number: number | null;
  /** As the snapshot reads it. */
  product: Product;
  /** The variant that is named; null for all. */
  variant_id: string | null;
  fit: number;
}

/** The products that the references name (of one that names a variant that alone), else those found by the intent. */
export async function decisionCandidates(
  deps: Deps,
  given: readonly string[] | undefined,
  constraints: ShopperConstraints,
  signal: AbortSignal,
): Promise<DecisionCandidate[]> {
  if (given === undefined) return searchedCandidates(deps, constraints, { signal });
  const references = await Promise.all(
    given.map((reference, at) =>
      comparedReference(deps.snapshot, reference, { param: `candidates[${at}]`, signal }),
    ),
  );
  const distinct = new Map(
    references.map((one) => [one.names_variant ? one.item.variant_id : one.item.product_id, one]),
  );
  return [...distinct.values()].map(({ product, item, names_variant }) => ({
    number: null,
    product,
    variant_id: names_variant ? item.variant_id : null,
    fit: 1,
  }));
}

interface Searching {
  signal: AbortSignal;
  /** Which of what is found is what is asked for; by default what may be meant, of the kind that the best are of. */
  called?: (found: readonly DecisionCandidate[]) => DecisionCandidate[];
}

/** Those found by the intent. */
export async function searchedCandidates(
  deps: Deps,
  constraints: ShopperConstraints,
  searching: Searching,
): Promise<DecisionCandidate[]> {
  const { signal } = searching;
  const { ranOut } = constraints;
  if (ranOut !== null)
    return (await suppliesNamed(deps, ranOut, signal)).map((one) => ({ ...one, variant_id: null, fit: 1 }));
  const { sought } = await thingAsked(deps.snapshot, constraints);
  // What stands in other clauses ranks: `a laptop, light enough to carry` is no light.
  const thing =
    sought === null
      ? constraints
      : { ...constraints, asked: sought.piece, uses: [...sought.others, constraints.uses].join(' ').trim() };
  const found = await answersTo(deps, thing, searching);
  const noun = found.every(isUsedUp) ? null : consumableNoun(constraints);
  const refills = noun === null ? [] : await answersTo(deps, { ...constraints, asked: noun }, searching);
  const isRefill = refills.length > 0 && refills.every(isUsedUp);
  const text = [constraints.asked, constraints.uses, ...constraints.asides].join(' ');
  const own = isRefill ? refills : found;
  return forTheDevice(own.some(isUsedUp) ? await withSupplies(deps, own, text, signal) : own, text);
}

/** With what is used up by a device that a text names by its code, wherever sellers have it: ink among bottles. */
async function withSupplies(
  deps: Deps,
  found: readonly DecisionCandidate[],
  text: string,
  signal: AbortSignal,
): Promise<DecisionCandidate[]> {
  if (codesIn(text).length === 0) return [...found];
  const numbers = new Set(found.map(({ number }) => number));
  const supplies = (await suppliesNamed(deps, text, signal)).filter(({ number }) => !numbers.has(number));
  return [...found, ...supplies.map((one) => ({ ...one, variant_id: null, fit: 1 }))];
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

/** The products that may be what is asked for. */
async function answersTo(
  deps: Deps,
  constraints: ShopperConstraints,
  { signal, called }: Searching,
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
  const isMeant = called ? () => true : await mayBeMeant(deps.snapshot, constraints, numbers, products);
  const index = await deps.snapshot.searchIndex();
  const isOther = namedOtherwise(index, constraints);
  const meant = products.flatMap((product, at) => {
    const number = numbers[at] as number;
    return !isOther(number) && isMeant(number, product)
      ? [{ number, product, score: scores.get(number) ?? 0 }]
      : [];
  });
  // Of those that may be it: what goes with a laptop has the word more often than a notebook.
  const best = Math.max(0, ...meant.map(({ score }) => score));
  const isTitled = titledAs(index, constraints);
  const found = meant
    .filter(({ score }) => score >= best * LEAST_SHARE_OF_BEST)
    .map(({ score, ...own }) => ({ ...own, variant_id: null, fit: best === 0 ? 1 : score / best }));
  // What is called as the text says is of the kind that is meant, however many things fit it.
  const named = calledProducts(found, constraints.asked, index);
  return called ? called(named) : ofOneKind(named, isTitled);
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

/**
 * Those of the kind that the best answers are of (a coffee machine is asked for, not its capsules), and what a title calls
 * so, on whatever shelf its seller has it.
 */
function ofOneKind(
  found: readonly DecisionCandidate[],
  isTitled: (product: Product) => boolean,
): DecisionCandidate[] {
  const nodes = new Map<string | null, number>();
  const best = found.toSorted(
    (a, b) => b.fit - a.fit || (a.product.product_id < b.product.product_id ? -1 : 1),
  );
  for (const { product, fit } of best.slice(0, TELLING))
    nodes.set(product.category, (nodes.get(product.category) ?? 0) + fit);
  const leading = Math.max(...nodes.values());
  const kept = [...nodes].flatMap(([node, fit]) => (fit >= leading * LEAST_SHARE_OF_NODE ? [node] : []));
  // `electronics` is no other kind than phones: a place that is known less well.
  const isWithin = (category: string | null) =>
    kept.includes(category) || kept.some((node) => category !== null && node?.startsWith(`${category}.`));
  return found.filter(({ product }) => isWithin(product.category) || isTitled(product));
}

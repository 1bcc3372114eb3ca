import type { Conflict } from '../../pipelines/domain/conflicts.ts';
import { contradictionsOf } from '../../pipelines/domain/contradictions.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { servedItem } from '../../pipelines/domain/stated.ts';
import { isWishWord } from '../../pipelines/equivalence/wished.ts';
import type { StatedKind } from '../../pipelines/text/statement.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { productWords, shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { catalogueRarity } from '../../warehouse/reads/word_rarity.ts';
import type { ParsedQuery } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { type Fitting, fitting } from '../search/fitting_product.ts';
import { factFreeing } from '../search/product_facts.ts';
import { mostToPay, type ShopperConstraints } from '../search/shopper_constraints.ts';
import { withoutWords } from './asked_nouns.ts';
import { calledProducts } from './called_products.ts';
import type { DecisionCandidate } from './decision_candidates.ts';
import { deniesAny, saidWords } from './denied_words.ts';
import { exactWords, fittedNames, lackingOf, ownedNames, suppliedNames } from './exact_words.ts';
import { ofExtreme } from './extreme.ts';
import { isMadeBy } from './makers_asked.ts';
import { isMakersOwn } from './makers_own.ts';
import { callingThemselves } from './named_compound.ts';
import { withMostNamed, withMostUses } from './named_properties.ts';
import { onlyVariant } from './only_variant.ts';
import { isPackMeant, isPackUnheardOf } from './ordered_units.ts';
import { ownThings } from './own_thing.ts';
import { packsAsked, statesPacked } from './packed_amounts.ts';
import { mayBeUnspoken, spokenMusts } from './spoken_musts.ts';
import { mayBeForAges } from './stated_ages.ts';
import { statedFreedom } from './stated_freedom.ts';
import { ofStatedRange } from './stated_range.ts';
import { isUsedUp, ofUsualSlot } from './supplies_named.ts';
import { type ThingAsked, thingAsked } from './thing_asked.ts';
import { codesTold, isCode } from './told_codes.ts';
import { toldLikes, toldThings } from './told_likes.ts';
import { withMeasures } from './typed_measures.ts';
import { notUnderstoodOf, wordsSpoken } from './unread.ts';
import { forOthers, forTheYoung } from './wearer.ts';

/** What of a candidate meets the constraints, the budget apart. */
export interface FittingCandidate extends Fitting {
  /** In the index of words; null of what the caller names. */
  number: number | null;
  fit: number;
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

/** How many pieces come together, which decides nothing where so many are wanted: twelve pens are a dozen or twelve single ones. */
const TOGETHER: ReadonlySet<StatedKind> = new Set<StatedKind>(['pack', 'count']);

/** Tells what a thing says otherwise than the words of the intent. */
function saidOtherwise({ words, quantity }: ShopperConstraints): (found: Fitting) => Conflict[] {
  const isBySum = quantity !== null && quantity.of === 'pieces' && quantity.pieces > 1 && !quantity.isPack;
  const asked = { title: words };
  return ({ product, best }) => {
    const own = product.listings.filter(({ variant_id }) => variant_id === best.variant_id);
    const conflicts = contradictionsOf(asked, own.map(servedItem));
    return isBySum ? conflicts.filter(({ kind }) => !TOGETHER.has(kind)) : conflicts;
  };
}

/**
 * What a clause says of the thing (`that sends the ball back`) its record must tell by half: it may be a must. A single
 * word (`which is best`) is as often praise.
 */
const isUntold = (index: SearchIndex, clause: ParsedQuery, product: Product): boolean =>
  clause.groups.length > 1 && shareFound(index, clause, product) < LEAST_TOLD;
const LEAST_TOLD = 0.5;

/**
 * Where more for the money, a wish, a pack, a measure or the price decides, each variant by itself: 16 GB for $852 beside the 8 GB
 * for $587, and of twelve pens the pack of twelve beside the single one. Else what most sellers carry stands for a product,
 * which may be the dearer of two that will do.
 */
function byVariant(
  candidates: readonly DecisionCandidate[],
  {
    about_minor,
    wishes,
    bulk,
    extreme,
    quantity,
    measures,
    priorities,
    ...told
  }: Pick<
    ShopperConstraints,
    | 'about_minor'
    | 'wishes'
    | 'bulk'
    | 'extreme'
    | 'quantity'
    | 'measures'
    | 'priorities'
    | 'asides'
    | 'language'
  >,
  isPacked: boolean,
): readonly DecisionCandidate[] {
  const isOfProduct =
    !isPacked &&
    about_minor === null &&
    wishes.length === 0 &&
    bulk === null &&
    extreme === null &&
    (quantity === null || quantity.pieces === 1) &&
    measures.length === 0 &&
    !priorities.some(({ criterion }) => criterion === 'price') &&
    toldLikes(told) === '';
  if (isOfProduct) return candidates;
  return candidates.flatMap((candidate) =>
    candidate.variant_id === null
      ? candidate.product.variants.map(({ variant_id }) => ({ ...candidate, variant_id }))
      : [candidate],
  );
}

/** Less what no record of the kind could be held to. */
async function withSpokenMusts(
  snapshot: Snapshot,
  constraints: ShopperConstraints,
  candidates: readonly DecisionCandidate[],
): Promise<ShopperConstraints> {
  if (!mayBeUnspoken(constraints.must_have)) return constraints;
  const spoken = await wordsSpoken(snapshot, constraints, candidates);
  return { ...constraints, must_have: spokenMusts(constraints, await snapshot.searchIndex(), spoken) };
}

/** The words that no constraint took, less those that nothing in the index resembles. */
function parseKnown(index: SearchIndex, { words, language: meaning }: ShopperConstraints): ParsedQuery {
  const { unknown } = index.parse(words, { meaning });
  return index.parse(unknown.length === 0 ? words : withoutWords(words, unknown), { meaning });
}

/** What a text asks for, as candidates are held to it. */
interface Question {
  constraints: ShopperConstraints;
  isGiven: boolean;
  index: SearchIndex;
  query: ParsedQuery;
  /** What a word tells of which product it is. */
  rarity: (word: string) => number;
  clauses: readonly ParsedQuery[];
  asked: ThingAsked | null;
}

/** What of each candidate meets the constraints: within the budget where that can be, else beyond it. */
export async function fittingCandidates(
  snapshot: Snapshot,
  candidates: readonly DecisionCandidate[],
  { constraints: read, isGiven }: { constraints: ShopperConstraints; isGiven: boolean },
): Promise<FittingCandidate[]> {
  const index = await snapshot.searchIndex();
  const { musts, unspoken } = isGiven
    ? { musts: [], unspoken: [] }
    : await notUnderstoodOf(snapshot, read, candidates);
  if (musts.length > 0) return [];
  const constraints = isGiven ? read : await withSpokenMusts(snapshot, read, candidates);
  // A code is held to by itself: `that takes A3`.
  const isHeld = (clause: string) =>
    !isGiven && !/\d/.test(clause) && !unspoken.some((text) => text.includes(clause));
  const question: Question = {
    constraints,
    isGiven,
    index,
    query: parseKnown(index, constraints),
    rarity: await catalogueRarity(snapshot),
    clauses: constraints.clauses
      .filter(isHeld)
      .map((clause) => index.parse(clause, { meaning: constraints.language })),
    asked: isGiven ? null : await thingAsked(snapshot, constraints),
  };
  return bestAnswering(fittedOf(candidates, question, snapshot.currency), question);
}

interface Fitted extends FittingCandidate {
  variant_id: string;
  /** It is in the amount that is meant. */
  isMeant: boolean;
}

/**
 * Of the names of what somebody has those that something which is used up is named by: `Brewhaus Lumo Pro` takes what is
 * for `Lumo`. All of them where nothing is.
 */
function ownedSpoken(
  constraints: ShopperConstraints,
  candidates: readonly DecisionCandidate[],
): readonly string[] {
  const names = ownedNames(constraints);
  if (names.length < 2) return names;
  const used = candidates.filter(isUsedUp).map(({ product }) => productWords(product));
  const spoken = names.filter((name) =>
    used.some((words) => wordsOf(name).every(({ text }) => words.has(text))),
  );
  return spoken.length > 0 ? spoken : names;
}

/** Those that meet the constraints, each as the variant that does. */
function fittedOf(
  candidates: readonly DecisionCandidate[],
  { constraints, isGiven, index, query, clauses, asked }: Question,
  currency: string,
): Fitted[] {
  const exact = isGiven ? [] : exactWords(constraints, index);
  // What a device uses up fits it already.
  const isFitted = isGiven || constraints.ranOut !== null;
  const owned = isFitted ? [] : ownedSpoken(constraints, candidates);
  const goingWith = isFitted ? [] : fittedNames(constraints, index);
  const supplied = isFitted ? [] : suppliedNames(constraints, index);
  const isWorded = query.groups.length + query.unknown.length > 0;
  const spoken = saidWords([constraints.words, ...constraints.clauses].join(' '));
  const packed = isGiven ? [] : packsAsked(constraints.words);
  const isForOthers = forOthers(constraints);
  const otherwiseIn = saidOtherwise(constraints);
  const isLowest = constraints.priorities.some((priority) => priority.isLowest);
  const isTold = codesTold(index, [...exact, ...goingWith, ...supplied], constraints.words);
  return byVariant(candidates, constraints, packed.length > 0).flatMap(
    ({ product: whole, variant_id, fit, number }) => {
      const named = variant_id === null ? whole : onlyVariant(whole, variant_id);
      const product = withMeasures(named, constraints.measures);
      if (product === null || asked?.isAnswer(product) === false) return [];
      if (constraints.genuine !== null && !isMakersOwn(index, product)) return [];
      if (!isMadeBy(product, constraints.makers)) return [];
      if (!mayBeForAges(product, constraints.ages)) return [];
      const found =
        fitting(product, constraints, currency) ??
        fitting(product, { ...constraints, budget_minor: null }, currency);
      if (!found) return [];
      const own = onlyVariant(product, found.best.variant_id);
      const names = [...exact, ...goingWith, ...supplied, ...(isUsedUp({ product }) ? owned : [])];
      const lacking = lackingOf(names, { product: own, facts: found.facts });
      // What names the device by its code need not name its maker: `toner for my brother hl-l2350dw`.
      const isFit = [...exact, ...goingWith].some((name) => /\p{L}/u.test(name) && isTold(name, number));
      const isLacked = (name: string) =>
        !isTold(name, number) && !(isFit && goingWith.includes(name) && !isCode(name));
      if (lacking.some(isLacked)) return [];
      if (!packed.every((amount) => statesPacked(own, amount))) return [];
      if (!isGiven && found.facts.some(({ kind, claims }) => kind === 'title' && deniesAny(claims, spoken)))
        return [];
      if (!isGiven && isPackUnheardOf(product, found.best.variant_id, constraints)) return [];
      if (clauses.some((clause) => isUntold(index, clause, own))) return [];
      const said = isWorded ? shareFound(index, query, own) : 1;
      const otherwise = otherwiseIn(found);
      if (!isGiven && isForOthers(own)) return [];
      const isMeant =
        !otherwise.some(({ kind }) => AMOUNTS.has(kind)) &&
        isPackMeant(product, found.best.variant_id, constraints);
      // How well a search finds what says as many of the words is no reason to pay more than the lowest price.
      const fits = (isLowest ? said : fit * said) * SAID_OTHERWISE ** otherwise.length;
      return [{ ...found, number, product: whole, variant_id: found.best.variant_id, fit: fits, isMeant }];
    },
  );
}

/** What of the wishes a record may say as it is: `quiet`; but any title says `great`. */
const wishWords = ({ wishes }: ShopperConstraints): string =>
  wishes
    .flatMap((wish) => wordsOf(wish).map(({ text }) => text))
    .filter(isWishWord)
    .join(' ');

/** Of those that meet the constraints those that answer the text best. */
function bestAnswering(
  fitted: readonly Fitted[],
  { constraints, isGiven, index, query, asked, rarity }: Question,
): Fitted[] {
  const meaning = constraints.language;
  const isWithin = ({ best }: Fitting) =>
    weighedMinor(best) <= (mostToPay(constraints) ?? Number.POSITIVE_INFINITY);
  const { extreme } = constraints;
  const extremeOf = (found: readonly Fitted[]) =>
    extreme === null
      ? [...found]
      : ofExtreme(found.some(isWithin) ? found.filter(isWithin) : found, {
          ...extreme,
          attribute: extreme.of,
          of: constraints.words,
          rarity,
        });
  // Of candidates that the caller names each stays, whatever the others say, unless the largest of them is asked for.
  if (isGiven) return extremeOf(fitted);
  // Measures alone tell the kind only where one kind alone meets them.
  if (asked?.isOfMeasures && new Set(fitted.map(({ product }) => product.category)).size > 1) return [];
  const free = statedFreedom(
    constraints,
    fitted.map(({ facts }) => facts),
  );
  const safe = fitted.filter(({ facts }) => free.every((names) => factFreeing(facts, names) !== undefined));
  const ranged = ofStatedRange(safe, constraints.measures);
  const called = callingThemselves(index, asked?.compound ?? null, ranged);
  const things = ownThings(called, [constraints.words, ...constraints.asides].join(' '));
  const meant = things.filter(({ isMeant }) => isMeant);
  const offered = calledProducts(meant.length > 0 ? meant : things, constraints.asked, index);
  const young = forTheYoung(offered, constraints.asides);
  const used = withMostUses(withMostNamed(young, query, index), query, index);
  const named = withMostNamed(used, index.parse(wishWords(constraints), { meaning }), index);
  // Of what is used up the clauses about people tell which ran out: `se me acabó el cian`.
  const told = named.every(isUsedUp)
    ? constraints.asides.join(' ')
    : [onlyIn(constraints.asides), toldLikes(constraints)].join(' ');
  const liked = withMostNamed(named, index.parse(told, { meaning }), index);
  const most = ofUsualSlot(
    withMostNamed(liked, index.parse(toldThings(constraints.asides), { meaning }), index),
    [constraints.words, ...constraints.asides].join(' '),
  );
  if (extreme !== null) return extremeOf(most);
  // What other clauses say is not worth more money; what the thing itself is called is.
  return asked?.kind && !most.some(isWithin) && offered.some(isWithin)
    ? withMostNamed(offered, index.parse(asked.kind.piece, { meaning }), index)
    : most;
}

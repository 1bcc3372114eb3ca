import type { IsoDay } from '../../pipelines/domain/calendar_day.ts';
import { wantedOf } from '../../pipelines/domain/claims.ts';
import {
  CRITERIA,
  type Criterion,
  type DecisionTerms,
  meets,
  merits,
} from '../../pipelines/domain/decision.ts';
import type { Flip } from '../../pipelines/domain/decision_flips.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import { EMPTY_WORDS, PACK_UNITS, SIZE_NAME_WORDS } from '../../pipelines/text/languages.ts';
import { UNITS } from '../../pipelines/text/units.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import { SPELLING_WEIGHTS } from '../../warehouse/text/lexicon.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import type { OfferScope } from '../catalogue/offer_record.ts';
import { factMentioning } from '../search/product_facts.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import type { WeighedOption } from './decision_options.ts';
import type { AppliedMemory, DecisionQuestion } from './decision_request.ts';
import { GOES_WITH } from './goes_with.ts';
import { dayAfter } from './option_delivery.ts';

/** Titles are cut where a sentence names them. */
const MOST_LETTERS = 70;

type Market = Pick<OfferScope, 'currency' | 'locale'>;
/** With the day of now at the destination. */
export type DatedMarket = Market & { today: IsoDay };

const money = (minor: number, { currency, locale }: Market): string => formatPrice(minor, currency, locale);

const shortTitle = (title: string): string =>
  title.length > MOST_LETTERS ? `${title.slice(0, MOST_LETTERS).trimEnd()}…` : title;

/** A title, and at whom where a sentence names an offer. */
const named = ({ product, offer }: WeighedOption): string =>
  `${shortTitle(titleOf({ product, offer }))} at ${offer.seller}`;

/** Of the variant that is offered. */
export const titleOf = ({ product, offer }: Pick<WeighedOption, 'product' | 'offer'>): string =>
  product.variants.find(({ variant_id }) => variant_id === offer.variant_id)?.title ?? offer.title;

/** What is found with less than a synonym is another word. */
const SAME_WORD = SPELLING_WEIGHTS.synonym;

/** Words that say nothing of a thing, and those that say how it is wanted. */
const SMALL: ReadonlySet<string> = new Set([
  ...[...EMPTY_WORDS.values()].flatMap((words) => [...words]),
  ...SIZE_NAME_WORDS,
  'cheap',
  'cheapest',
  'best',
  'good',
  'similar',
  'something',
  // What is counted: how many there are is told apart.
  ...PACK_UNITS,
  // Whether it goes with what is named behind them is told of that.
  ...GOES_WITH,
]);

/**
 * The words of the intent that nothing in the record of an option has: what a buyer should look at. A record has also
 * what the index takes for the same word (`impresora`, `printer`).
 */
export function unsaidWords(
  option: WeighedOption,
  { words, must_free }: Pick<ShopperConstraints, 'words' | 'must_free'>,
  index: SearchIndex,
): string[] {
  const freed = new Set(must_free.map(({ text }) => foldText(text)));
  const distinct = [
    ...new Set(
      words.split(/\s+/).filter((word) => /[\p{L}\p{N}]{3}/u.test(word) && !SMALL.has(foldText(word))),
    ),
  ];
  const { product, offer } = option;
  const listings = product.listings.filter(({ variant_id }) => variant_id === offer.variant_id);
  const own = { ...product, listings };
  // What it is free of is told apart.
  const isSaid = (word: string) =>
    freed.has(foldText(word)) ||
    UNITS.get(foldText(word))?.dimension === 'count' ||
    factMentioning(option.facts, wantedOf(word)) !== undefined ||
    shareFound(index, index.parse(word), own) >= SAME_WORD;
  const unsaid = distinct.filter((word) => !isSaid(word));
  return unsaid.length === 0 ? [] : [`its record does not say: ${unsaid.join(', ')}`];
}

/** What speaks for an option: price against the budget and the others, what buyers say, what stands against the offer. */
export function reasonsFor(
  winner: WeighedOption,
  others: readonly WeighedOption[],
  { budget_minor, weights }: DecisionTerms,
  market: Market,
): string[] {
  const { offer, reviews, flags, cost_minor } = winner;
  const cheaper = others.filter((other) => other.cost_minor < cost_minor).length;
  return [
    ...(budget_minor === null
      ? [
          `${money(cost_minor, market)} ${winner.delivery.cost_minor === null ? 'before delivery, whose cost is not known' : 'delivered'}`,
        ]
      : []),
    ...(winner.delivery.delivers_by === null
      ? []
      : [`arrives by ${winner.delivery.delivers_by} (${winner.delivery.tier})`]),
    ...(others.length === 0
      ? []
      : [
          cheaper === 0
            ? `the cheapest of ${others.length + 1} that qualify`
            : `${cheaper} of ${others.length + 1} that qualify cost less`,
        ]),
    ...(reviews.count > 0 && reviews.mean !== null
      ? [
          `${reviews.mean.toFixed(1)} of 5 stars in ${reviews.count} ${reviews.count === 1 ? 'review' : 'reviews'}`,
        ]
      : weights.quality > 0
        ? ['no reviews are known of it']
        : []),
    flags.length === 0
      ? `nothing stands out about the offer of ${offer.seller}`
      : `look at the offer of ${offer.seller}: ${flags[0]?.detail}`,
  ];
}

/** The cheapest offer of the same thing that was left aside because of what was observed about it. */
export function leftAside(
  winner: WeighedOption,
  options: readonly WeighedOption[],
  terms: DecisionTerms,
  market: Market,
): string[] {
  const [cheapest] = options
    .filter((one) => one.doubtful && one.thing === winner.thing && meets(one, terms) && !winner.doubtful)
    .toSorted((a, b) => a.cost_minor - b.cost_minor);
  if (!cheapest || cheapest.cost_minor >= winner.cost_minor) return [];
  return [
    `left aside: the offer of ${cheapest.offer.seller} for ${money(cheapest.cost_minor, market)}: ${graveOf(cheapest)}`,
  ];
}

const graveOf = ({ flags }: WeighedOption): string =>
  flags.find(({ severity }) => severity === 'high')?.detail ?? '';

/** How the quantity that is wanted is made up; nothing where one was asked for. */
export function quantityReasons(
  { ordered: { units, pieces }, offer }: WeighedOption,
  quantity: ShopperConstraints['quantity'],
  market: Market,
): string[] {
  if (quantity === null) return [];
  const each = `${units} × ${money(offer.price_minor, market)}`;
  if (quantity.of === 'packages') return [`${each} for ${units} packages`];
  if (pieces === null)
    return [`${each} for ${quantity.pieces}: its record does not say that it is a pack, so it counts as one`];
  const spare = units * pieces - quantity.pieces;
  const over = spare > 0 ? `, ${spare} more than asked for` : '';
  return [`${each}, ${pieces} in each, for ${quantity.pieces}${over}`];
}

/** What a record and buyers say of what was wished; that nothing is said where a wish stands alone. */
export function wishReasons({ wish }: WeighedOption, wishes: readonly string[]): string[] {
  if (wish !== null && wish.says.length > 0) return wish.says;
  return wishes.length === 0 ? [] : [`nothing in its record or reviews tells of: ${wishes.join(', ')}`];
}

/** By what the text says to choose, where the caller gave no weights. */
export const priorityReasons = ({ chosen_by, weights }: DecisionQuestion): string[] =>
  chosen_by.map(
    ({ text, criterion }) => `“${text}”: ${IMPORTANCE[criterion]} counts ${percent(weights[criterion])}`,
  );

export const memoryReasons = (memory: readonly AppliedMemory[]): string[] =>
  memory.map(
    ({ item, applied }) => `remembered (${item.id}): ${shortTitle(item.text)}; held: ${applied.join(', ')}`,
  );

/** Why the second is not chosen: where it loses most to the winner, weighed, and what it would be chosen for. */
export function reasonAgainst(
  loser: WeighedOption,
  winner: WeighedOption,
  terms: DecisionTerms,
  market: Market,
): string {
  if (loser.doubtful && !winner.doubtful) return `about its offer stands out: ${graveOf(loser)}`;
  const { weights } = terms;
  const [own, best] = [merits(loser, terms), merits(winner, terms)];
  const losses = CRITERIA.map((criterion) => ({
    criterion,
    by: weights[criterion] * (best[criterion] - own[criterion]),
  }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by);
  const gains = CRITERIA.filter(
    (criterion) => weights[criterion] * (own[criterion] - best[criterion]) > GAIN,
  );
  const against = losses.slice(0, 2).map(({ criterion }) => comparedIn(criterion, loser, winner, market));
  const fits = [
    ...(loser.fit < winner.fit ? ['it answers what was asked for less well'] : []),
    ...(loser.wished < winner.wished ? ['it has less of what was wished'] : []),
  ];
  // What weighs nothing still parts two that are worth the same.
  const alike =
    loser.cost_minor > winner.cost_minor
      ? `as good at these weights, and ${comparedIn('price', loser, winner, market)}`
      : 'as good, and chosen second by its id alone';
  const reasons = against.length > 0 ? against : fits.length > 0 ? fits : [alike];
  return `${reasons.join('; ')}${gains.length > 0 ? `; though ${gains.map((criterion) => comparedIn(criterion, loser, winner, market)).join(', ')}` : ''}`;
}
/** A gain below this is not worth a word. */
const GAIN = 0.005;

function comparedIn(criterion: Criterion, one: WeighedOption, other: WeighedOption, market: Market): string {
  switch (criterion) {
    case 'price': {
      const by = one.cost_minor - other.cost_minor;
      return `${money(Math.abs(by), market)} ${by > 0 ? 'dearer' : 'cheaper'}`;
    }
    case 'speed':
      return one.days === null || other.days === null
        ? 'it is not known when one of them arrives'
        : `arrives ${Math.abs(one.days - other.days)} days ${one.days > other.days ? 'later' : 'sooner'}`;
    case 'quality':
      return `${starsOf(one)} against ${starsOf(other)}`;
    case 'trust':
      return one.trust < other.trust && one.flags[0]
        ? `about its offer stands out: ${one.flags[0].detail}`
        : `its offer is known ${one.trust < other.trust ? 'less' : 'more'} surely`;
  }
}

const starsOf = ({ reviews }: WeighedOption): string =>
  reviews.mean === null ? 'no reviews' : `${reviews.mean.toFixed(1)} stars in ${reviews.count}`;

const IMPORTANCE: Readonly<Record<Criterion, string>> = {
  price: 'price',
  speed: 'fast delivery',
  quality: 'what buyers say',
  trust: 'a trustworthy offer',
};

/** A flip in words: what would have to be, and what is chosen then. */
export function flipInWords(
  flip: Flip,
  options: readonly WeighedOption[],
  { weights }: DecisionTerms,
  market: DatedMarket,
): [condition: string, outcome: string] {
  const then = options.find(({ id }) => id === flip.chosen);
  const chosen = then
    ? `${named(then)} is chosen, for ${money(then.cost_minor + movedBy(flip, then, options), market)}`
    : 'nothing qualifies any more';
  return [conditionOf(flip, options, weights, market), chosen];
}

/** How much dearer than before an option is where the price of its offer was moved. */
function movedBy(flip: Flip, { offer_id }: WeighedOption, options: readonly WeighedOption[]): number {
  const moved = flip.input === 'price' ? options.find(({ id }) => id === flip.option) : undefined;
  return flip.input === 'price' && moved?.offer_id === offer_id ? flip.value - moved.cost_minor : 0;
}

function conditionOf(
  flip: Flip,
  options: readonly WeighedOption[],
  weights: DecisionTerms['weights'],
  market: DatedMarket,
): string {
  switch (flip.input) {
    case 'price': {
      const option = options.find(({ id }) => id === flip.option);
      const moves = option && flip.value > option.cost_minor ? 'rises to' : 'falls to';
      const all = option && option.ordered.units > 1 ? ` for all ${option.ordered.units}` : '';
      return `${option ? named(option) : flip.option} ${moves} ${money(flip.value, market)}${all}`;
    }
    case 'budget':
      return `the budget is ${money(flip.value, market)}`;
    case 'deadline':
      return `it must arrive by ${dayAfter(market.today, flip.value)}`;
    case 'weight': {
      const own = weights[flip.criterion];
      return `${IMPORTANCE[flip.criterion]} counts ${percent(flip.value)} instead of ${percent(own)}`;
    }
  }
}

const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;

/** Words of a text as an answer names them: `“fish”, “oil”`. */
export const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');

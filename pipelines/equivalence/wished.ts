import type { SettledAttribute } from '../attributes/settle.ts';
import type { AttributeOpinion } from '../domain/product_reviews/aggregate.ts';
import { type Aspect, aspectsOf } from '../domain/product_reviews/lexicon.ts';
import { foldText } from '../text/fold.ts';
import { directionOf } from './directions.ts';
import { nameOf, textOf } from './roles.ts';
import table from './wished.json' with { type: 'json' };

/** What is known of a thing where a wish is held against it. */
export interface WishedOf {
  category: string | null;
  /** Of the variant that is offered. */
  attributes: readonly SettledAttribute[];
  /** Of `opinionsByAttribute`; empty where reviews were not read. */
  opinions: readonly AttributeOpinion[];
}

/** How a thing answers wishes: 0 to 1, half for the usual and for what nobody says; `says` are the grounds. */
export interface WishAnswer {
  score: number;
  says: string[];
}

const attributesOf = new Map(Object.entries(table.attributes));
const wordsFor = new Map(Object.entries(table.words));
const usual = new Map(Object.entries(table.usual));
const orders = new Map(
  Object.entries(table.orders).map(([name, values]) => [name, values.map((names) => names.split('|'))]),
);
const APART: ReadonlySet<string> = new Set(table.not_of_the_thing);
const WISH_WORDS: ReadonlySet<string> = new Set(Object.values(table.words).flat().map(foldText));
/** Whether a folded word wishes something that a record may say as it is: `quiet`, but not `good`. */
export const isWishWord = (word: string): boolean => WISH_WORDS.has(word);
/** What is not known is as the usual. */
export const USUAL = 0.5;
/** Twice the usual is this much better. */
const DOUBLED = 0.25;

/** The aspects of a category (`picture` of a television) that a text names, by the words that reviews name them by. */
export function aspectsNamed(text: string, category: string | null): Aspect[] {
  const folded = foldText(text);
  return aspectsOf(category).filter((aspect) => {
    const name = nameOf(aspect.attribute);
    if (APART.has(name)) return false;
    const isTerm = [aspect.terms, aspect.good].some((found) => found !== null && folded.search(found) >= 0);
    return isTerm || (wordsFor.get(name) ?? []).some((word) => hasWord(folded, word));
  });
}

const hasWord = (text: string, word: string): boolean =>
  ` ${text.replaceAll(/[^a-z0-9-]+/g, ' ')} `.includes(` ${word} `);

/**
 * How a thing answers what a text wishes: for each aspect that it names the mean of what the record states of it, on a
 * scale of its own (the usual is half, twice as much a quarter more), and of what buyers say. Null where no aspect is named.
 */
export function wishAnswer(text: string, thing: WishedOf): WishAnswer | null {
  const found = aspectsNamed(text, thing.category).map((aspect) => answerOf(aspect.attribute, thing));
  if (found.length === 0) return null;
  return {
    score: found.reduce((sum, { score }) => sum + score, 0) / found.length,
    says: [...new Set(found.flatMap(({ says }) => says))],
  };
}

/** How much of a thing its record states, for who wants the most for what is about to be paid. */
export function muchness({ category, attributes }: Omit<WishedOf, 'opinions'>): number {
  const scores = attributes.flatMap((one) => scoreOf(one, category) ?? []);
  return scores.length === 0 ? USUAL : mean(scores);
}

function answerOf(aspect: string, { category, attributes, opinions }: WishedOf): WishAnswer {
  const names = attributesOf.get(nameOf(aspect)) ?? [];
  const stated = attributes.flatMap((one) => {
    const score = names.includes(nameOf(one.key)) ? scoreOf(one, category) : null;
    return score === null
      ? []
      : [{ score, text: `${textOf(one.value)}${one.unit === null ? '' : ` ${one.unit}`}` }];
  });
  const opinion = opinions.find(({ attribute }) => attribute === aspect);
  const scores = [
    ...(stated.length > 0 ? [mean(stated.map(({ score }) => score))] : []),
    ...(opinion ? [(1 + opinion.sentiment) / 2] : []),
  ];
  const label = nameOf(aspect).replaceAll('_', ' ');
  return {
    score: scores.length === 0 ? USUAL : mean(scores),
    says: [
      ...(stated.length > 0 ? [`${label}: ${stated.map(({ text }) => text).join(', ')}`] : []),
      ...(opinion
        ? [`buyers speak ${opinion.sentiment > 0 ? 'well' : 'ill'} of its ${label} (${opinion.mentions})`]
        : []),
    ],
  };
}

/** Whether the values of a key have an order that everybody knows: panels, resolutions. */
export const isOrdered = (key: string): boolean => orders.has(nameOf(key));

/** Place of a value in the order of its key, 0 for the least and 1 for the best; null where it is none of them. */
export function placeOf({ key, value }: Pick<SettledAttribute, 'key' | 'value'>): number | null {
  const order = orders.get(nameOf(key)) ?? [];
  const folded = foldText(textOf(value));
  const place = order.findLastIndex((names) => names.some((one) => hasWord(folded, one)));
  return place < 0 ? null : place / (order.length - 1);
}

/** On a scale of 0 to 1; null for what is a matter of taste or cannot be compared. */
function scoreOf({ key, value }: SettledAttribute, category: string | null): number | null {
  const name = nameOf(key);
  if (isOrdered(key)) return placeOf({ key, value });
  const direction = directionOf(key, category);
  if (direction === 'yes') return value === true || foldText(textOf(value)) === 'true' ? 1 : 0;
  const amount = Number(value);
  const middle = usual.get(name);
  if (direction === null || middle === undefined || !(amount > 0)) return null;
  const more = DOUBLED * Math.log2(amount / middle);
  return Math.min(1, Math.max(0, USUAL + (direction === 'more' ? more : -more)));
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

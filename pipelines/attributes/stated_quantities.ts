import { rateOf, ratesStated } from '../domain/intent/rate.ts';
import { type StatedQuantity, TELLING_WORDS } from '../domain/stated_quantity.ts';
import { totalOf } from '../text/amounts.ts';
import { foldSlug, foldText } from '../text/fold.ts';
import { readText } from '../text/reading.ts';
import { isLetters, type Token } from '../text/tokens.ts';
import { UNITS } from '../text/units.ts';
import { attributesNamed } from './attributes.ts';

/** A title, or an attribute with its key. */
export interface StatingText {
  name: string | null;
  text: string;
}

/** The quantities that a title or an attribute states. */
export function statedQuantities(stating: StatingText): StatedQuantity[] {
  const text = soldByUnit(stating) ?? withUnit(stating);
  // Most texts of attributes have no digit, and no amount is without one.
  if (!/\p{N}/u.test(text)) return [];
  const { tokens, amounts } = readText(text);
  const named = stating.name === null ? null : foldText(nameOf(stating.name)).split(' ');
  const isUsual = isBareNumber(stating) && unitNamed(stating) === null;
  return [
    ...amounts.map(
      (quantity): StatedQuantity => ({
        dimension: quantity.dimension,
        amounts: [...new Set([quantity.low ?? quantity.amount, quantity.amount, totalOf(quantity)])],
        ...(quantity.low === null ? {} : { isRange: true }),
        by: named ?? wordsBehind(tokens, quantity.next),
        isUsual,
      }),
    ),
    ...ratesStated(tokens).map(
      ({ rate, amount }): StatedQuantity => ({ dimension: rate, amounts: [amount], by: [], isUsual: false }),
    ),
  ];
}

/** `Salmon Fillet per kg`, `Tomaten /kg`: what is sold by a unit is one of it, where its title states no other amount. */
function soldByUnit({ name, text }: StatingText): string | null {
  if (name !== null || !SOLD_BY.test(text)) return null;
  return /\p{N}/u.test(text) ? null : text.replace(SOLD_BY, ' 1 $1');
}
const SOLD_BY =
  /(?:\s|^)(?:(?:per|pro|por|par|al|au|le|il|el|the)\s+|\/\s?)(kg|kilo|kilogram|lb|pound|litre|liter)\s*$/iu;

/** `general.screen_size` as `screen size`. */
export function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1).replaceAll('_', ' ');
}

/**
 * A bare number with the unit that its attribute's name ends with (`headphones.battery_h: 40` is 40 h), else with the one
 * that the product's page gives it: `weight: 1300` is 1300 g.
 */
function withUnit(stating: StatingText): string {
  return isBareNumber(stating)
    ? `${stating.text}${unitNamed(stating) ?? usualUnit(stating) ?? ''}`
    : stating.text.replaceAll(MEMORY_AND_DISK, '$1$2B/$3GB');
}

/** `1024M/160G`, which weighs nothing. */
const MEMORY_AND_DISK = /(\d+)([MG])\/(\d+)G(?!\p{L})/gu;

const isBareNumber = ({ name, text }: StatingText): boolean => name !== null && /^\d+(?:\.\d+)?$/.test(text);

/** The unit that an attribute's name ends with. */
function unitNamed({ name }: StatingText): string | null {
  const unit = /_([a-z]+)$/.exec(name ?? '')?.[1];
  return unit !== undefined && (UNITS.has(unit) || rateOf(unit) !== null) ? unit : null;
}

/** A lighter thing's bare weight may be kilograms. */
const LEAST_GRAMS = 20;

/** The unit of the one measure that an attribute's name stands for; null where it stands for several, or none. */
function usualUnit({ name, text }: StatingText): string | null {
  const named = attributesNamed(foldSlug(name?.slice(name.lastIndexOf('.') + 1) ?? ''));
  const [attribute] = named;
  if (named.length !== 1 || attribute?.type !== 'measure') return null;
  return attribute.unit === 'g' && Number(text) < LEAST_GRAMS ? null : attribute.unit;
}

/** The two words behind an amount, with nothing but commas and hyphens between. */
function wordsBehind(tokens: readonly Token[], from: number): string[] {
  const words: string[] = [];
  for (let at = from; at < tokens.length && words.length < 2; at++) {
    const token = tokens[at] as Token;
    if (isLetters(token)) words.push(token.text);
    else if (!/^[,-]$/.test(token.text)) break;
  }
  return words;
}

/**
 * A quantity as it is stored: `[dimension, amounts, words of by that tell quantities apart, 1 where its unit is only
 * usual, and 2 more where it is a range]`.
 */
export type StoredQuantity = [
  dimension: StatedQuantity['dimension'],
  amounts: readonly number[],
  by: string,
  kind: number,
];
/** The bits of the last. */
export const QUANTITY = { usual: 1, range: 2 } as const;

/** What a listing's title and attributes state, each quantity once. */
export function listingQuantities({
  title,
  attributes,
}: {
  title: string;
  attributes: Readonly<Record<string, string>> | null;
}): StoredQuantity[] {
  const stated = [
    ...statedQuantities({ name: null, text: title }),
    ...Object.entries(attributes ?? {}).flatMap(([name, text]) => statedQuantities({ name, text })),
  ];
  return [
    ...new Map(stated.map(storedQuantity).map((quantity) => [JSON.stringify(quantity), quantity])).values(),
  ];
}

const storedQuantity = ({
  dimension,
  amounts,
  by,
  isUsual,
  isRange = false,
}: StatedQuantity): StoredQuantity => [
  dimension,
  amounts,
  [...new Set(by)].filter((word) => TELLING_WORDS.has(word)).join(' '),
  (isUsual ? QUANTITY.usual : 0) | (isRange ? QUANTITY.range : 0),
];

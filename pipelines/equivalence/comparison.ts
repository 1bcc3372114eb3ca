import { ATTRIBUTES } from '../attributes/attributes.ts';
import type { SettledAttribute } from '../attributes/settle.ts';
import { type AttributeValue, isRange } from '../domain/attribute.ts';
import { foldedParts } from '../text/fold.ts';
import type { ComparedItem } from './compared_item.ts';
import { LEAST_SURE, LONGEST, shownValue, TOLD_OTHERWISE } from './differences.ts';
import { saysSame } from './differing_axes.ts';
import { type Direction, directionOf } from './directions.ts';
import { inRole, isPerPack, listed, nameOf, roleOf, textOf } from './roles.ts';
import { isOrdered, placeOf } from './wished.ts';

/** What of a thing is known, by key. */
export type Known = ReadonlyMap<string, SettledAttribute>;

/** An attribute in which one thing is better or worse than another, `a` the one it is held against. */
export interface Step {
  attribute: string;
  a: string;
  b: string;
  /** Signed, with its unit: `+16 GB`; absent of what is no number. */
  delta?: string;
}

/** How one thing does against another, attribute by attribute. */
export interface Comparison {
  better: Step[];
  worse: Step[];
  same: string[];
  /** What differs and is neither better nor worse: a colour. */
  other: Step[];
  /** Keys that the first states and the second does not. */
  unstated: string[];
  /** How much is given up, 0 for nothing; comparable between things that are held against the same one. */
  given_up: number;
}

/** What is not stated may be as good; what merely differs was perhaps chosen, and what is not stated may differ. */
const UNSTATED_LOSS = 0.15;
const OTHER_LOSS = 0.05;
/** Half of an amount lost, or a thing that it does not do. */
const MOST_LOSS = 1;

/** How much there is in a pack is weighed as a whole (content.ts). */
const CONTENTS: ReadonlySet<string> = new Set([
  'general.pack_count',
  'general.net_content',
  'general.piece_count',
]);

/** Holds `b` against `a`, a thing of `category`. */
export function compareKnown(a: Known, b: Known, category: string | null): Comparison {
  const found: Comparison = { better: [], worse: [], same: [], other: [], unstated: [], given_up: 0 };
  for (const own of a.values()) {
    if (!isCompared(own)) continue;
    const other = b.get(own.key);
    const direction = directionOf(own.key, category);
    if (isName(own.key) && !(other && saysSame(own.key, own.value, other.value))) continue;
    if (!other || !isCompared(other)) {
      found.unstated.push(own.key);
      found.given_up += direction !== null || roleOf(own.key) === 'taste' ? UNSTATED_LOSS : OTHER_LOSS;
    } else if (saysSame(own.key, own.value, other.value)) found.same.push(own.key);
    else takeStep(found, own, other, direction);
  }
  return found;
}

/** Also what is counted in a pack: `laundry.loads_per_pack`. */
const isContent = (key: string): boolean => CONTENTS.has(key) || isPerPack(key);

function isCompared({ key, value, unit, confidence }: SettledAttribute): boolean {
  if (TOLD_OTHERWISE.has(key) || isContent(key) || ATTRIBUTES.get(key)?.many || roleOf(key) === 'fit')
    return false;
  return confidence >= LEAST_SURE && shownValue({ value, unit }).length <= LONGEST;
}

/** A taste or a size was chosen for itself, and a screen half as large again is further from what was asked than one an inch larger. */
function otherLoss(own: SettledAttribute, other: SettledAttribute): number {
  const role = roleOf(own.key);
  if (role === 'taste' || own.key === 'general.size') return UNSTATED_LOSS;
  const [left, right] = [numberOf(own.value), numberOf(other.value)];
  if (role !== 'scale' || !left || !right) return OTHER_LOSS;
  return Math.max(OTHER_LOSS, Math.abs(left - right) / Math.max(left, right));
}

/** What is known of `b`, with the tastes of `a` that it does not state and its title names: `Lumo Pods Tazzara Decaf`. */
export function withTitledTastes(a: ComparedItem, b: ComparedItem): Known {
  const words = new Set(foldedParts(b.title));
  const named = inRole(a.attributes, 'taste').filter(
    ({ key, value }) => !b.attributes.has(key) && foldedParts(textOf(value)).every((word) => words.has(word)),
  );
  return new Map([...b.attributes, ...named.map((own) => [own.key, own] as const)]);
}

/** What names the thing itself: another one has another name, which gives nothing up. */
const isName = (key: string): boolean => roleOf(key) === 'line' || nameOf(key) === 'model';

function takeStep(
  found: Comparison,
  own: SettledAttribute,
  other: SettledAttribute,
  direction: Direction | null,
): void {
  const [left, right] =
    direction === 'all' ? shares(own, other) : [rankOf(own, direction), rankOf(other, direction)];
  const delta = deltaOf(own, other);
  const step: Step = {
    attribute: own.key,
    a: shownValue(own),
    b: shownValue(other),
    ...(delta && { delta }),
  };
  if (direction === 'same') {
    found.worse.push(step);
    found.given_up += MOST_LOSS;
  } else if (left === null || right === null || left === right) {
    found.other.push(step);
    found.given_up += otherLoss(own, other);
  } else if (right > left === (direction !== 'less')) {
    found.better.push(step);
    // A larger screen is better, and still another one than was asked for.
    if (roleOf(own.key) === 'scale') found.given_up += otherLoss(own, other);
  } else {
    found.worse.push(step);
    const most = Math.max(Math.abs(left), Math.abs(right));
    // What is worse is given up no more easily than what merely differs: last year's model.
    found.given_up += Math.max(OTHER_LOSS, Math.min(MOST_LOSS, (2 * Math.abs(left - right)) / most));
  }
}

/** A value as a number that is greater where there is more of it; null where it is none, or more is no better. */
function rankOf({ key, value }: SettledAttribute, direction: Direction | null): number | null {
  if (direction === 'yes') return truthOf(value);
  const lines = ATTRIBUTES.get(key)?.type === 'resolution' ? linesOf(textOf(value)) : null;
  if (lines !== null) return lines;
  // from 1 to 2, so that what is lost is the share of the order that lies between
  if (isOrdered(key)) return 1 + (placeOf({ key, value }) ?? Number.NaN) || null;
  if (direction === null) return null;
  return isRange(value) ? value.max : numberOf(value);
}

/** Of two lists how many of all there are each has, where one has all of the other's; nulls where neither does. */
function shares(own: SettledAttribute, other: SettledAttribute): [number | null, number | null] {
  const [left, right] = [new Set(listed(own.value)), new Set(listed(other.value))];
  return left.isSubsetOf(right) || right.isSubsetOf(left) ? [left.size, right.size] : [null, null];
}

const numberOf = (value: AttributeValue): number | null => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string'
        ? Number(value.trim() || 'none')
        : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

const truthOf = (value: AttributeValue): number | null => {
  const text = isRange(value) ? '' : String(value).toLowerCase();
  return ['true', 'yes', '1'].includes(text) ? 1 : ['false', 'no', '0', 'none'].includes(text) ? 0 : null;
};

/** Pixels of `1920x1080`. */
const linesOf = (text: string): number | null => {
  const [, width, height] = /(\d{3,5})\s*[x×]\s*(\d{3,5})/.exec(text) ?? [];
  return width && height ? Number(width) * Number(height) : null;
};

function deltaOf(own: SettledAttribute, other: SettledAttribute): string | null {
  const [left, right] = [numberOf(own.value), numberOf(other.value)];
  if (left === null || right === null || own.unit !== other.unit) return null;
  const by = Number((right - left).toPrecision(6));
  return `${by > 0 ? '+' : '−'}${Math.abs(by)}${own.unit === null ? '' : ` ${own.unit}`}`;
}

/** Whether `b` keeps what `a` has of a key: as much or more of what has a direction or counts what is in a pack, the same of anything else. */
export function keeps(a: Known, b: Known, key: string, category: string | null): boolean {
  const [own, other] = [a.get(key), b.get(key)];
  if (!own || !other) return false;
  if (isContent(key))
    return (
      saysSame(key, own.value, other.value) ||
      (numberOf(other.value) ?? 0) > (numberOf(own.value) ?? Infinity)
    );
  const { same, better } = compareKnown(new Map([[key, own]]), new Map([[key, other]]), category);
  return same.length > 0 || better.length > 0;
}

import { ATTRIBUTES } from '../attributes/attributes.ts';
import type { SettledAttribute } from '../attributes/settle.ts';
import { sameValue } from '../attributes/value.ts';
import { type AttributeValue, isRange } from '../domain/attribute.ts';
import { LEAST_SURE, LONGEST, shownValue, TOLD_OTHERWISE } from './differences.ts';
import { type Direction, directionOf } from './directions.ts';
import { roleOf, textOf } from './roles.ts';

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

/** What is not stated may be as good; what merely differs was perhaps chosen. */
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
    if (!other || !isCompared(other)) {
      found.unstated.push(own.key);
      if (direction !== null) found.given_up += UNSTATED_LOSS;
    } else if (sameValue(own.key, own.value, other.value)) found.same.push(own.key);
    else takeStep(found, own, other, direction);
  }
  return found;
}

function isCompared({ key, value, unit, confidence }: SettledAttribute): boolean {
  if (TOLD_OTHERWISE.has(key) || CONTENTS.has(key) || ATTRIBUTES.get(key)?.many || roleOf(key) === 'fit')
    return false;
  return confidence >= LEAST_SURE && shownValue({ value, unit }).length <= LONGEST;
}

function takeStep(
  found: Comparison,
  own: SettledAttribute,
  other: SettledAttribute,
  direction: Direction | null,
): void {
  const [left, right] = [rankOf(own, direction), rankOf(other, direction)];
  const delta = deltaOf(own, other);
  const step: Step = {
    attribute: own.key,
    a: shownValue(own),
    b: shownValue(other),
    ...(delta && { delta }),
  };
  if (direction === null || left === null || right === null || left === right) {
    found.other.push(step);
    found.given_up += OTHER_LOSS;
  } else if (right > left === (direction !== 'less')) found.better.push(step);
  else {
    found.worse.push(step);
    const most = Math.max(Math.abs(left), Math.abs(right));
    found.given_up += Math.min(MOST_LOSS, (2 * Math.abs(left - right)) / most);
  }
}

/** A value as a number that is greater where there is more of it; null where it is none. */
function rankOf({ key, value }: SettledAttribute, direction: Direction | null): number | null {
  if (direction === 'yes') return truthOf(value);
  if (ATTRIBUTES.get(key)?.type === 'resolution') return linesOf(textOf(value));
  return isRange(value) ? value.max : numberOf(value);
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

/** Whether `b` keeps what `a` has of a key: as much or more of what has a direction, the same of anything else. */
export function keeps(a: Known, b: Known, key: string, category: string | null): boolean {
  const [own, other] = [a.get(key), b.get(key)];
  if (!own || !other) return false;
  const { same, better } = compareKnown(new Map([[key, own]]), new Map([[key, other]]), category);
  return same.length > 0 || better.length > 0;
}

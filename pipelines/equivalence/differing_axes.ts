import { sameValue } from '../attributes/value.ts';
import type { AttributeValue } from '../domain/attribute.ts';
import { foldText } from '../text/fold.ts';
import { LANGUAGES, SIZE_NAME_WORDS } from '../text/languages.ts';
import { readText } from '../text/reading.ts';
import { MAIN_AXES } from '../variants/main_axes.ts';
import type { ComparedItem } from './compared_item.ts';
import { roleOf, textOf } from './roles.ts';

/** An attribute less sure than this sets nothing apart. */
const LEAST_SURE = 0.6;

/** Keys of axes on which what is known of both differs. */
export function differingAxes(a: ComparedItem, b: ComparedItem): string[] {
  return [...a.attributes.values()].flatMap(({ key, value, confidence }) => {
    const other = b.attributes.get(key);
    if (!other || Math.min(confidence, other.confidence) < LEAST_SURE) return [];
    const isAxis = MAIN_AXES.includes(key) || roleOf(key) === 'taste';
    return isAxis && !saysSame(key, value, other.value) ? [key] : [];
  });
}

/** Whether two values of an attribute say the same, a size also with a count behind it. */
export function saysSame(key: string, left: AttributeValue, right: AttributeValue): boolean {
  // 2025 and 2026 are no two roundings of one year.
  if (roleOf(key) === 'lineage' && typeof left === 'number' && typeof right === 'number')
    return left === right;
  return sameValue(key, left, right) || saysMore(key, left, right) || isOneWornSize(key, left, right);
}

/** `EU 43`, `Gr. 43` and `UK 9 / EU 43`: a size behind a word for it in another language than English is of the system of the continent. */
function isOneWornSize(key: string, left: AttributeValue, right: AttributeValue): boolean {
  if (key !== 'general.size') return false;
  const [own, others] = [left, right].map((value) => new Set(textOf(value).split('/').map(systemSize)));
  return own !== undefined && others !== undefined && !own.isDisjointFrom(others);
}

const CONTINENTAL: ReadonlySet<string> = SIZE_NAME_WORDS.difference(new Set(LANGUAGES['en']?.size_names));

/** A size in one system, with the name of the system where it says one or a language does. */
function systemSize(text: string): string {
  const [, word = '', size = ''] = /^(\p{L}*)\.?\s*(\d{2}(?:[.,]5)?)$/u.exec(foldText(text).trim()) ?? [];
  return size !== '' && CONTINENTAL.has(word) ? `eu ${size}` : foldText(text).trim();
}

/** Whether one of two sizes is the other with an amount behind it: `2` and `2 84-COUNT`. */
function saysMore(key: string, left: AttributeValue, right: AttributeValue): boolean {
  if (key !== 'general.size') return false;
  const [short = '', long = ''] = [textOf(left), textOf(right)].toSorted((a, b) => a.length - b.length);
  if (short === '' || !long.startsWith(`${short} `)) return false;
  const { tokens, amounts } = readText(long.slice(short.length));
  return (
    amounts.length > 0 && tokens.every((_, at) => amounts.some(({ from, next }) => at >= from && at < next))
  );
}

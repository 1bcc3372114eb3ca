import { sameValue } from '../attributes/value.ts';
import type { AttributeValue } from '../domain/attribute.ts';
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
export const saysSame = (key: string, left: AttributeValue, right: AttributeValue): boolean =>
  sameValue(key, left, right) || saysMore(key, left, right);

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

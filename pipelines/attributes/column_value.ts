import type { AttributeReading, AttributeValue } from '../domain/attribute.ts';
import { foldKey } from '../text/fold.ts';
import { declaredReadings } from './declared.ts';

/** What a text of the column would be as a value of another key; null where it can be none. */
export function readAs(column: string, text: string, key: string): AttributeReading | null {
  const [reading, ...more] = declaredReadings(column, text, { key, confidence: 1 });
  return reading?.key === key && more.length === 0 ? reading : null;
}

/** Values that are spelt alike have one text. */
export const valueText = (value: AttributeValue): string =>
  typeof value === 'object' ? `${value.min}-${value.max}` : foldKey(String(value));

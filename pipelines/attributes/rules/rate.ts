import { rounded } from '../value.ts';
import { type Finding, type Rule } from './rule.ts';

/** Mbit/s in one of each. Bytes a second are eight bits. */
const UNITS: Readonly<Record<string, number>> = { k: 0.001, m: 1, g: 1000 };
const RATE = /(?<![\w.,/-])(\d+(?:[.,]\d+)?) ?([kmg])(?:(?:bit|b)(?:\/s|\/sec|ps)|bits\/s)(?![a-z])/g;

/** Data rates in bits: `300 Mbps`, `1.2 Gbit/s`. Rates in bytes are of disks and cards and are read as such. */
export const rateRule: Rule = ({ folded }) => {
  if (!/[kmg](?:bit|bp|b\/)/.test(folded)) return [];
  const found: Finding[] = [];
  for (const match of folded.matchAll(RATE)) {
    const [whole, digits = '', prefix = 'm'] = match;
    const value = Number(digits.replace(',', '.')) * (UNITS[prefix] as number);
    if (value > 0)
      found.push({
        key: 'general.data_rate',
        value: rounded(value),
        rule: whole.includes('bit') || whole.includes('bps') ? 'rate.bits' : 'rate.short',
        at: match.index,
      });
  }
  return found;
};

import type { AttributeValue } from '../../domain/attribute.ts';
import type { Amount } from '../../text/amounts.ts';
import { DIGITS, isGlued, type Token } from '../../text/tokens.ts';
import type { Dimension } from '../../text/units.ts';
import { attributeNamed } from '../attributes.ts';
import { rounded } from '../value.ts';
import { type AttributeText, type Finding, neighbours, type Rule } from './rule.ts';

/** Dimensions that mean one attribute wherever they stand. */
const PLAIN: Partial<Record<Dimension, string>> = {
  power: 'general.power',
  voltage: 'general.voltage',
  charge: 'general.battery_capacity',
  light: 'general.luminous_flux',
  resolution: 'general.megapixels',
};
/** From here on, in Hz, a frequency is of a processor or of memory; below it may be of a screen or of sound. */
const CLOCKS = [200e6, 6e9] as const;
/** How often screens are drawn anew, in Hz. */
const REFRESH = new Set([
  24, 30, 50, 60, 70, 75, 85, 90, 100, 120, 144, 160, 165, 170, 175, 180, 200, 240, 280, 300, 360,
]);

/** Power, voltage, charge, light, frequency and battery life. */
export const electricRule: Rule = (text) => text.amounts.flatMap((amount) => measured(text, amount));

function measured(text: AttributeText, amount: Amount): Finding[] {
  const { dimension, from } = amount;
  const key = isShoeWidth(text, amount) ? undefined : PLAIN[dimension];
  if (key) {
    const { factor } = attributeNamed(key);
    const low = dimension === 'voltage' ? lowBefore(text.tokens, amount) : amount.low;
    const name = key.slice('general.'.length);
    return [
      {
        key,
        value: valueOf({ amount: amount.amount, low }, factor),
        rule: `${name}.${low === null ? 'amount' : 'range'}`,
        at: from,
      },
    ];
  }
  if (dimension === 'frequency') return frequency(text, amount);
  return [];
}

/** Above it a number before a `W` is no size of a shoe. */
const MOST_SHOE_SIZE = 20;

/** `11 W` of a shoe: its size, wide. Other things of the same name, such as a heated insole, are read as nothing. */
function isShoeWidth({ topics }: AttributeText, { dimension, amount, low, unit }: Amount): boolean {
  return (
    dimension === 'power' &&
    unit?.name === 'w' &&
    low === null &&
    amount <= MOST_SHOE_SIZE &&
    topics.has('shoes')
  );
}

/** The lower end of a range written with spaces, `100 - 240 V`, which pipelines/text reads of mass and length alone. */
function lowBefore(tokens: readonly Token[], { low, from, amount }: Amount): number | null {
  const number = tokens[from - 2];
  if (low !== null || tokens[from - 1]?.text !== '-' || number?.kind !== DIGITS || isGlued(tokens, from - 2))
    return low;
  const value = Number(number.text);
  return value > 0 && value < amount ? value : null;
}

function valueOf({ amount, low }: Pick<Amount, 'amount' | 'low'>, factor: number): AttributeValue {
  const value = rounded(amount / factor);
  return low === null ? value : { min: rounded(low / factor), max: value };
}

function frequency({ topics, tokens }: AttributeText, { amount, low, from, next, unit }: Amount): Finding[] {
  if (low !== null) return [];
  if (topics.has('display') && REFRESH.has(amount))
    return [{ key: 'general.refresh_rate', value: amount, rule: 'refresh.topic', at: from }];
  if (amount < CLOCKS[0] || amount > CLOCKS[1] || topics.has('cable')) return [];
  const { behind } = neighbours(tokens, from, next);
  const isBus =
    /^(?:fsb|bus|qpi|band|wireless|wifi|wi|radio|wlan)$/.test(tokens[next]?.text ?? '') ||
    behind.has('graphics');
  const isRadio =
    (unit?.name === 'ghz' && [2.4e9, 5e9, 5.8e9].includes(amount)) ||
    (amount >= 800e6 && amount <= 960e6 && !topics.has('memory'));
  if (isBus || isRadio) return [];
  return [
    {
      key: 'general.clock_speed',
      value: rounded(amount / 1e9),
      rule: topics.has('memory') ? 'clock.memory' : 'clock.amount',
      at: from,
    },
  ];
}

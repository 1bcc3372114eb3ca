import { type Amount, totalOf } from './amounts.ts';
import { isTimes } from './factors.ts';
import { readNumber } from './numbers.ts';
import type { TextReading } from './reading.ts';
import { addTo, type StatedKind, type Statement } from './statement.ts';
import { DIGITS, type Token } from './tokens.ts';
import type { Dimension } from './units.ts';

const KIND_OF: Readonly<Record<Dimension, StatedKind>> = {
  mass: 'weight',
  volume: 'volume',
  count: 'count',
  length: 'length',
  data: 'capacity',
  power: 'power',
  voltage: 'voltage',
  charge: 'charge',
  frequency: 'frequency',
  resolution: 'resolution',
  light: 'light',
  percent: 'percent',
  time: 'time',
};

/** More modules are no kit of memory. */
const MOST_MODULES = 16;

/** The amounts that a text states, of the whole pack, and how many are in the pack. */
export function statedAmounts({ folded, tokens, amounts }: TextReading): Statement[] {
  const stated: Statement[] = [];
  const add = addTo(stated);
  for (const amount of amounts) {
    const text = folded.slice(amount.start, amount.end).trim();
    const isPack = amount.unit === null;
    if (amount.dimension === 'count' && totalOf(amount) <= 1) continue;
    const modules = amount.dimension === 'data' ? modulesOf(tokens, amount) : 1;
    if (!isPack) add(KIND_OF[amount.dimension], Math.fround(totalOf(amount) * modules), text);
    if (isPack || amount.pack > 1) add('pack', isPack ? amount.amount : amount.pack, text);
    add('measured_figure', Math.fround(amount.amount / (amount.unit?.factor ?? 1)), text);
  }
  return stated;
}

/** `2` of `2x16GB` and of `16GB x2`. */
function modulesOf(tokens: readonly Token[], { from, next }: Amount): number {
  const count = (at: number): number => {
    const token = tokens[at];
    const value = token?.kind === DIGITS ? readNumber(token.text) : Number.NaN;
    return value >= 1 && value <= MOST_MODULES ? value : 1;
  };
  if (isTimes(tokens, from + 1) && tokens[from + 2]?.kind === DIGITS) return count(from);
  if (isTimes(tokens, from - 1)) return count(from - 2);
  return isTimes(tokens, next) ? count(next + 1) : 1;
}

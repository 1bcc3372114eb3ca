import type { Schemas } from '../../client/client.ts';
import { money, words } from './wording.ts';

type Watch = Schemas['Watch'];

/** What a watch on no product is about: `brand Aurivox`. */
export function targetWords({ target }: Watch): string {
  return Object.entries(target)
    .map(([kind, value]) => `${kind} ${value}`)
    .join(' at ');
}

/** What a watch waits for: `Price below $900.00`. */
export function conditionWords({ condition }: Watch, currency: string): string {
  const { type, value_minor, percent } = condition;
  if (value_minor !== undefined) return `${words(type)} ${money(value_minor, currency)}`;
  return percent === undefined ? words(type) : `${words(type)} ${percent} %`;
}

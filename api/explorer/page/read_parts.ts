import type { Schemas } from '../../client/client.ts';
import { money } from './wording.ts';

export type Understood = NonNullable<Schemas['SearchAnswer']['understood']>;

/** Each constraint that was read, in words: `at most $900.00`, `not “kestrix”`. */
export function readParts(understood: Understood): string[] {
  const { budget_minor, about_minor, min_minor, currency, quantity, deliver_by } = understood;
  const none = (what: string) => `not ${what}`;
  const quoted = (word: string) => `“${word}”`;
  return [
    ...(about_minor === null ? [] : [`about ${money(about_minor, currency)}`]),
    ...(budget_minor === null ? [] : [`at most ${money(budget_minor, currency)}`]),
    ...(min_minor === null ? [] : [`at least ${money(min_minor, currency)}`]),
    ...(quantity ? [`${quantity.pieces} ${quantity.of}`] : []),
    ...(deliver_by === null ? [] : [`there by ${deliver_by}`]),
    ...understood.measures,
    ...understood.must_have.map(quoted),
    ...understood.avoid.map(quoted).map(none),
    ...(understood.seller ? [`at ${understood.seller.join(' or ')}`] : []),
    ...understood.avoid_seller.map((seller) => `not at ${seller}`),
    ...understood.condition,
    ...understood.avoid_condition.map(none),
    ...understood.wishes.map((wish) => `if it can be, ${wish}`),
    ...understood.ignored.map((words) => `left out: ${words}`),
  ];
}

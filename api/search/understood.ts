import { type Static, Type } from 'typebox';
import { Condition, Currency, Minor, nullable, oneOf } from '../catalogue/schema.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';

/** What was read of a shopper's text. */
export const Understood = Type.Object(
  {
    words: Type.String({ description: 'What no constraint took: ranked by.' }),
    wishes: Type.Array(Type.String(), { description: 'What no record can tell for sure: ranked by too.' }),
    budget_minor: nullable(Minor('Most to pay delivered; `under $200` leaves out what costs just that')),
    about_minor: nullable(
      Minor(
        'What is meant to be paid, where the text says about how much; budget_minor is then a tenth more',
      ),
    ),
    min_minor: nullable(Minor('Least to pay delivered')),
    currency: Currency,
    must_have: Type.Array(Type.String()),
    avoid: Type.Array(Type.String()),
    seller: nullable(Type.Array(Type.String())),
    avoid_seller: Type.Array(Type.String()),
    condition: Type.Array(Condition),
    avoid_condition: Type.Array(Condition),
    measures: Type.Array(Type.String()),
    quantity: nullable(
      Type.Object(
        {
          text: Type.String({ description: 'As it was asked.' }),
          pieces: Type.Integer({ minimum: 1 }),
          of: oneOf(['pieces', 'packages'], '`packages` are counted whatever is in them.'),
        },
        { description: 'How many are wanted; POST /v1/decide takes cost and delivery of all of them.' },
      ),
    ),
    in_stock: Type.Optional(
      Type.Literal(true, { description: 'Only what can be bought now, where the text says so.' }),
    ),
    deliver_by: nullable(
      Type.String({ format: 'date', description: 'What is not known to arrive by then does not qualify.' }),
    ),
    ignored: Type.Array(Type.String(), { description: 'What was read but cannot be applied, and why.' }),
  },
  { description: 'The constraints that every result meets.' },
);

/** The same, for answers that go on without what no rule read: none of their results is held to it. */
export const understoodSearch = (
  constraints: ShopperConstraints,
  currency: string,
): Static<typeof Understood> =>
  understood(
    {
      ...constraints,
      ignored: [
        ...constraints.ignored,
        ...constraints.unreadWords.map((text) => `“${text}”: no result is held to it`),
      ],
    },
    currency,
  );

export function understood(constraints: ShopperConstraints, currency: string): Static<typeof Understood> {
  const { words, budget_minor, about_minor, min_minor, must_have, avoid, sellers, measures, quantity } =
    constraints;
  const { genuine } = constraints;
  return {
    words,
    wishes: constraints.wishes,
    budget_minor,
    about_minor,
    min_minor,
    currency,
    must_have: must_have.map(({ text }) => text),
    avoid: [...new Set([...avoid.map(({ text }) => text), ...(genuine === null ? [] : ['compatible'])])],
    seller: sellers,
    avoid_seller: constraints.avoid_sellers,
    condition: constraints.conditions,
    avoid_condition: constraints.avoid_conditions,
    measures: measures.map(({ text }) => text),
    quantity: quantity && { text: quantity.text, pieces: quantity.pieces, of: quantity.of },
    ...(constraints.in_stock === null ? {} : { in_stock: true as const }),
    deliver_by: constraints.deliver_by,
    ignored: constraints.ignored,
  };
}

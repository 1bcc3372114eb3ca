import { Type } from 'typebox';
import { CRITERIA, type DecisionTerms } from '../../pipelines/domain/decision.ts';
import { decisionFlips, type Flip } from '../../pipelines/domain/decision_flips.ts';
import { nullable, oneOf } from '../catalogue/schema.ts';
import type { Decided } from './decision_choice.ts';
import type { WeighedOption } from './decision_options.ts';
import { type DatedMarket, flipInWords } from './decision_words.ts';

/** An input that was moved until another option was chosen. */
export const Flipped = Type.Object({
  condition: Type.String(),
  // eslint-disable-next-line unicorn/no-thenable -- the contract names it so
  then: Type.String(),
  input: oneOf(['price', 'budget', 'deadline', 'weight'], 'What was moved, alone.'),
  offer_id: Type.Optional(Type.String({ description: 'Of a price: whose.' })),
  criterion: Type.Optional(oneOf(CRITERIA, 'Of a weight: which; the others keep their proportions.')),
  value: Type.Number({
    description: 'Where it was moved to: minor units delivered, days, or the share of a weight.',
  }),
  then_offer_id: nullable(
    Type.String({ description: 'What is chosen there; null where nothing qualifies.' }),
  ),
});

/** What would change the choice; a budget is asked anew (`ask`). */
export async function changedChoices(
  { options, terms }: Decided,
  winner: WeighedOption,
  market: DatedMarket,
  ask: (budget_minor: number) => Promise<Decided>,
) {
  const found = await Promise.all(
    decisionFlips(options, terms).map((flip) => askedAnew(flip, { winner, options }, ask)),
  );
  return found.flat().map((each) => flipRecord(each, terms, market));
}

function flipRecord(
  { flip, among }: { flip: Flip; among: WeighedOption[] },
  terms: DecisionTerms,
  market: DatedMarket,
) {
  const [condition, then] = flipInWords(flip, among, terms, market);
  return {
    condition,
    // eslint-disable-next-line unicorn/no-thenable -- the contract names it so
    then,
    input: flip.input,
    ...(flip.input === 'price' && { offer_id: offerIdOf(flip.option) }),
    ...(flip.input === 'weight' && { criterion: flip.criterion }),
    value: flip.value,
    then_offer_id: flip.chosen && offerIdOf(flip.chosen),
  };
}

/**
 * What is chosen at another budget, asked anew: search finds more of what costs so much than the options of this one.
 * Nothing where the same thing is chosen all the same. Other inputs are of the options at hand.
 */
async function askedAnew(
  flip: Flip,
  { winner, options }: { winner: WeighedOption; options: WeighedOption[] },
  ask: (budget_minor: number) => Promise<Decided>,
): Promise<{ flip: Flip; among: WeighedOption[] }[]> {
  if (flip.input !== 'budget') return [{ flip, among: options }];
  const { ranked } = await ask(flip.value);
  const chosen = ranked[0] ?? null;
  return chosen?.thing === winner.thing
    ? []
    : [{ flip: { ...flip, chosen: chosen?.id ?? null }, among: ranked }];
}

/** Of an option, whose way of delivery follows behind a slash. */
const offerIdOf = (option: string): string => option.split('/', 1)[0] as string;

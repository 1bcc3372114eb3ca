import { Type } from 'typebox';
import { CRITERIA, type DecisionTerms, ranking } from '../../pipelines/domain/decision.ts';
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

/** What is looked at again where an input is moved. */
export interface Anew {
  /** What is chosen at another budget: search finds more of what costs so much than the options of this one. */
  budget(budget_minor: number): Promise<Decided>;
  /** The options if one of them cost so much more: what is doubted then. */
  price(option: WeighedOption, by_minor: number): Promise<WeighedOption[]>;
}

/** What would change the choice: what is not so any more where all else is looked at again is left out. */
export async function changedChoices(
  { options, terms }: Decided,
  winner: WeighedOption,
  market: DatedMarket,
  anew: Anew,
) {
  const found = await Promise.all(
    decisionFlips(options, terms).map((flip) => lookedAnew(flip, { winner, options, terms }, anew)),
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

/** A flip with what is chosen where all else is looked at anew, and its options; nothing where the same thing is. */
async function lookedAnew(
  flip: Flip,
  { winner, options, terms }: Pick<Decided, 'options' | 'terms'> & { winner: WeighedOption },
  anew: Anew,
): Promise<{ flip: Flip; among: WeighedOption[] }[]> {
  const told = (chosen: WeighedOption | undefined, among: WeighedOption[]) =>
    chosen?.thing === winner.thing ? [] : [{ flip: { ...flip, chosen: chosen?.id ?? null } as Flip, among }];
  if (flip.input === 'budget') {
    const { ranked } = await anew.budget(flip.value);
    return told(ranked[0], ranked);
  }
  if (flip.input !== 'price') return [{ flip, among: options }];
  const moved = options.find(({ id }) => id === flip.option) as WeighedOption;
  const [chosen] = ranking(await anew.price(moved, flip.value - moved.cost_minor), terms);
  return told(chosen, options);
}

/** Of an option, whose way of delivery follows behind a slash. */
const offerIdOf = (option: string): string => option.split('/', 1)[0] as string;

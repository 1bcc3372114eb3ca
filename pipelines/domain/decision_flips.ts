import {
  CRITERIA,
  type Criterion,
  type DecisionOption,
  type DecisionTerms,
  merits,
  ranking,
  type Weights,
} from './decision.ts';

/** An input of a choice that was moved until another option was chosen: its value there, and what is chosen then. */
export type Flip =
  | { input: 'price'; option: string; value: number; chosen: string | null }
  | { input: 'budget'; value: number; chosen: string | null }
  | { input: 'deadline'; value: number; chosen: string | null }
  | { input: 'weight'; criterion: Criterion; value: number; chosen: string };

/** A price is moved up to so many times itself. */
const MOST_TIMES = 16;
/** Places of a weight that are looked at, and how near its flip is found. */
const STEPS = 40;
const WEIGHT_NEARNESS = 0.005;

/**
 * What would change a choice: each input is moved alone, to the nearest value at which another thing, or none, is chosen
 * (another way to have the same one delivered is no other choice). Found by choosing again, so each flip holds when it
 * is applied. A price moves with all ways of delivery of its offer; it is told as that of the option.
 */
export function decisionFlips(options: readonly DecisionOption[], terms: DecisionTerms): Flip[] {
  const ranked = ranking(options, terms);
  const [winner] = ranked;
  if (!winner) return [];
  const second = ranked.find(({ thing }) => thing !== winner.thing);
  return [
    ...dearerWinner(options, terms, winner),
    ...(second ? cheaperRival(options, terms, second) : []),
    ...otherBudget(options, terms, winner),
    ...otherDeadline(options, terms, winner),
    ...otherWeights(options, terms, winner),
  ];
}

const choose = (options: readonly DecisionOption[], terms: DecisionTerms): DecisionOption | null =>
  ranking(options, terms)[0] ?? null;

/** Options of which the price of one offer is another: that of `option` then costs `cost_minor`. */
export const repriced = (
  options: readonly DecisionOption[],
  option: DecisionOption,
  cost_minor: number,
): DecisionOption[] =>
  options.map((one) =>
    one.offer_id === option.offer_id
      ? { ...one, cost_minor: Math.max(1, one.cost_minor + cost_minor - option.cost_minor) }
      : one,
  );

/** The least price, minor units, from which the winner is chosen no more. */
function dearerWinner(
  options: readonly DecisionOption[],
  terms: DecisionTerms,
  winner: DecisionOption,
): Flip[] {
  const then = (cost: number) => choose(repriced(options, winner, cost), terms);
  const isOther = (cost: number) => then(cost)?.thing !== winner.thing;
  const value = leastThat(winner.cost_minor, winner.cost_minor * MOST_TIMES, isOther);
  return value === null
    ? []
    : [{ input: 'price', option: winner.id, value, chosen: then(value)?.id ?? null }];
}

/** The greatest price at which the runner-up is chosen. */
function cheaperRival(
  options: readonly DecisionOption[],
  terms: DecisionTerms,
  rival: DecisionOption,
): Flip[] {
  const then = (cost: number) => choose(repriced(options, rival, cost), terms);
  const isRival = (less: number) => then(rival.cost_minor - less)?.thing === rival.thing;
  const down = leastThat(0, rival.cost_minor - 1, isRival);
  if (down === null) return [];
  const value = rival.cost_minor - down;
  return [{ input: 'price', option: rival.id, value, chosen: then(value)?.id ?? null }];
}

/** Below the least that the winner costs it is not bought; from the cost of a dearer one on, that may be. */
function otherBudget(
  options: readonly DecisionOption[],
  terms: DecisionTerms,
  winner: DecisionOption,
): Flip[] {
  const then = (budget_minor: number) => choose(options, { ...terms, budget_minor });
  const flip = (value: number): Flip => ({ input: 'budget', value, chosen: then(value)?.id ?? null });
  const own = ranking(options, terms).filter(({ thing }) => thing === winner.thing);
  const below = flip(Math.min(...own.map(({ cost_minor }) => cost_minor)) - 1);
  const { budget_minor } = terms;
  if (budget_minor === null) return [below];
  const dearer = options.map(({ cost_minor }) => cost_minor).filter((cost) => cost > budget_minor);
  const above = dearer.sort((a, b) => a - b).find((cost) => then(cost)?.thing !== winner.thing);
  return [below, ...(above === undefined ? [] : [flip(above)])];
}

/** The nearest day, sooner or later, by which another one is chosen. */
function otherDeadline(
  options: readonly DecisionOption[],
  terms: DecisionTerms,
  winner: DecisionOption,
): Flip[] {
  const { deadline_days } = terms;
  const then = (days: number) => choose(options, { ...terms, deadline_days: days });
  const flip = (value: number): Flip => ({ input: 'deadline', value, chosen: then(value)?.id ?? null });
  const own = ranking(options, terms).flatMap(({ thing, days }) =>
    thing === winner.thing ? (days ?? []) : [],
  );
  const least = Math.min(...own);
  const sooner = Number.isFinite(least) && least > 0 ? [flip(least - 1)] : [];
  if (deadline_days === null) return sooner;
  const later = options.flatMap(({ days }) => (days !== null && days > deadline_days ? [days] : []));
  const value = later.sort((a, b) => a - b).find((days) => then(days)?.thing !== winner.thing);
  return [...sooner, ...(value === undefined ? [] : [flip(value)])];
}

/** Of each criterion the weight nearest to its own at which another is chosen, the others keeping their proportions. */
function otherWeights(
  options: readonly DecisionOption[],
  terms: DecisionTerms,
  winner: DecisionOption,
): Flip[] {
  return CRITERIA.flatMap((criterion) => {
    const own = terms.weights[criterion];
    const then = (weight: number) =>
      choose(options, { ...terms, weights: reweighed(terms.weights, criterion, weight) });
    const isOther = (weight: number) => then(weight)?.thing !== winner.thing;
    const found = [1, 0].flatMap((end) => nearestFlip(own, end, isOther) ?? []);
    const [value] = found.sort((a, b) => Math.abs(a - own) - Math.abs(b - own));
    const other = value === undefined ? null : then(value);
    // What is alike in a criterion is not told apart by its weight, but by what the others lose with it.
    if (
      value === undefined ||
      other === null ||
      merits(winner, terms)[criterion] === merits(other, terms)[criterion]
    )
      return [];
    return [{ input: 'weight', criterion, value, chosen: other.id }];
  });
}

/** One weight set, the others in their proportions (alike where they were 0), all together 1. */
export function reweighed(weights: Weights, criterion: Criterion, weight: number): Weights {
  const rest = CRITERIA.filter((name) => name !== criterion);
  const sum = rest.reduce((total, name) => total + weights[name], 0);
  const share = (name: Criterion) => (sum > 0 ? weights[name] / sum : 1 / rest.length);
  return Object.fromEntries(
    CRITERIA.map((name) => [name, name === criterion ? weight : (1 - weight) * share(name)]),
  ) as Record<Criterion, number>;
}

/** From `own` towards `end`, the first place where it holds, to within `WEIGHT_NEARNESS`; null where it never does. */
function nearestFlip(own: number, end: number, holds: (weight: number) => boolean): number | null {
  let before = own;
  for (let step = 1; step <= STEPS; step++) {
    // The end itself: what rounding leaves there may be below 0.
    const place = step === STEPS ? end : own + ((end - own) * step) / STEPS;
    if (holds(place)) return narrowed(before, place, holds);
    before = place;
  }
  return null;
}

function narrowed(without: number, withIt: number, holds: (weight: number) => boolean): number {
  let [low, high] = [without, withIt];
  while (Math.abs(high - low) > WEIGHT_NEARNESS) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The least whole number of (from, to] for which it holds, where it goes on holding; null where it does not at `to`. */
function leastThat(from: number, to: number, holds: (value: number) => boolean): number | null {
  if (!(to > from) || !holds(to)) return null;
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

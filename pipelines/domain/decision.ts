/** What a choice is weighed by. */
export const CRITERIA = ['price', 'speed', 'quality', 'trust'] as const;
export type Criterion = (typeof CRITERIA)[number];
/** At least 0, together 1. */
export type Weights = Readonly<Record<Criterion, number>>;

/** One offer of one thing, with what is known of it. */
export interface DecisionOption {
  /** Decides between equals, so the order of options never does. */
  id: string;
  /** What is bought; an option for each of its offers and ways of delivery. */
  thing: string;
  /** Whose price it is, of which there is an option for each way of delivery. */
  offer_id: string;
  /** What it costs delivered, minor units; above 0. */
  cost_minor: number;
  /** Days until it arrives at the latest; null where that is not known. */
  days: number | null;
  /** 0 to 1, .5 for the usual. */
  quality: number;
  /** 0 to 1: how little stands against the offer. */
  trust: number;
  /** 0 to 1: how well it answers what was asked for. */
  fit: number;
  /** 0 to 1, .5 for the usual: how it answers what would be good to have. */
  wished: number;
  /** Something grave was observed about the offer, which no price makes up for: chosen only where all that is left is so. */
  doubtful: boolean;
}

/** What a choice must meet, beside what its options meet already. */
export interface DecisionTerms {
  weights: Weights;
  /** Most to pay, minor units; null for any. */
  budget_minor: number | null;
  /** What is about to be paid, minor units: what it costs less counts half. Null where every unit counts. */
  about_minor: number | null;
  /** Days until it must be there; null for any. What does not say when it comes does not meet it. */
  deadline_days: number | null;
}

/** Half the price counts as much as the whole of another criterion's scale does by half. */
const HALVING = 0.5;
/** Of that, what a saving below about so much does not count. */
const BELOW_ABOUT = HALVING / 2;
/** From here on waiting longer counts no more; what does not say when it comes counts as this. */
const LONGEST_DAYS = 28;
export const UNKNOWN_DAYS = 10;
/** What answers a fifth of the question less loses as much as by twice the price at balanced weights. */
const FIT_WEIGHT = 0.6;

/** Wishes are the half of a question that may give way. */
const WISH_WEIGHT = FIT_WEIGHT / 2;

/** All weights alike. */
export const BALANCED: Weights = { price: 0.25, speed: 0.25, quality: 0.25, trust: 0.25 };

/** Weights as a caller gives them, those left out as 0, made to add up to 1; null where they add up to nothing. */
export function normalised(given: Partial<Weights>): Weights | null {
  const sum = CRITERIA.reduce((total, name) => total + (given[name] ?? 0), 0);
  if (!(sum > 0) || !Number.isFinite(sum)) return null;
  return Object.fromEntries(CRITERIA.map((name) => [name, (given[name] ?? 0) / sum])) as Record<
    Criterion,
    number
  >;
}

/** All the trust there is makes up for two cents in a dollar. */
const TRUST_OF_LOWEST = 0.02;

/**
 * Weights of a text that says by what to choose (`cheap`): those criteria share what all but trust weighs, as nobody asks for a
 * cheap offer that is none. Who wants no other than the lowest price (`isLowest`) has trust decide between what costs about
 * the same. Balanced where it says nothing.
 */
export function prioritised(criteria: readonly Criterion[], isLowest = false): Weights {
  const named = CRITERIA.filter((name) => name !== 'trust' && criteria.includes(name));
  if (named.length === 0) return BALANCED;
  const trust = isLowest && named.length === 1 ? TRUST_OF_LOWEST : BALANCED.trust;
  const share = (1 - trust) / named.length;
  const weights = { price: 0, speed: 0, quality: 0, trust };
  for (const name of named) weights[name] = share;
  return weights;
}

/**
 * What each criterion gives an option, each on a scale of its own that no other option moves (a logarithm of the
 * price, days, shares), so that another candidate more changes nothing between two. Below what somebody is about to pay
 * a lower price counts half: it is saved, but something is expected for the rest.
 */
export const merits = (
  { cost_minor, days, quality, trust }: DecisionOption,
  { about_minor }: Pick<DecisionTerms, 'about_minor'>,
): Record<Criterion, number> => ({
  price:
    -HALVING * Math.log2(cost_minor) - BELOW_ABOUT * Math.log2(Math.max(1, (about_minor ?? 0) / cost_minor)),
  speed: 1 - Math.min(LONGEST_DAYS, days ?? UNKNOWN_DAYS) / LONGEST_DAYS,
  quality,
  trust,
});

/** What an option is worth at some weights: a weighted sum of its merits and of how well it fits. */
export function worth(
  option: DecisionOption,
  { weights, about_minor }: Pick<DecisionTerms, 'weights' | 'about_minor'>,
): number {
  const own = merits(option, { about_minor });
  const answered = FIT_WEIGHT * option.fit + WISH_WEIGHT * option.wished;
  return CRITERIA.reduce((sum, name) => sum + weights[name] * own[name], answered);
}

/** Whether an option is within the budget and in time. */
export const meets = (
  { cost_minor, days }: DecisionOption,
  { budget_minor, deadline_days }: DecisionTerms,
): boolean =>
  (budget_minor === null || cost_minor <= budget_minor) &&
  (deadline_days === null || (days !== null && days <= deadline_days));

/** The options that meet the terms, best first: doubtful ones last, then by worth, then the cheaper, then by id. */
export function ranking<T extends DecisionOption>(options: readonly T[], terms: DecisionTerms): T[] {
  return options
    .filter((option) => meets(option, terms))
    .map((option) => ({ option, worth: worth(option, terms) }))
    .sort(
      (a, b) =>
        Number(a.option.doubtful) - Number(b.option.doubtful) ||
        b.worth - a.worth ||
        a.option.cost_minor - b.option.cost_minor ||
        (a.option.id < b.option.id ? -1 : 1),
    )
    .map(({ option }) => option);
}

/** The best option of each thing, in the order of a ranking. */
export const bestOfEach = <T extends DecisionOption>(ranked: readonly T[]): T[] =>
  [...new Map(ranked.toReversed().map((option) => [option.thing, option])).values()].toSorted(
    (a, b) => ranked.indexOf(a) - ranked.indexOf(b),
  );

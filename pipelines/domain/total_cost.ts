/** One thing to buy that a machine can use. */
export interface Consumable {
  product_id: string;
  variant_id: string;
  /** What of the machine it fills, for example a colour; '' where the machine has one place. */
  slot: string;
  /** What one costs, minor units. */
  unit_minor: number;
  /** Uses that one lasts; more than 0. */
  yield: number;
}

/** A consumable over the horizon. */
export interface ConsumableCost<T extends Consumable> {
  consumable: T;
  /** Whole: nobody sells a third of a cartridge. */
  units: number;
  subtotal_minor: number;
}

/** What is paid month by month, in minor units of the market's currency. */
export interface Subscription {
  name: string;
  /** For each month. */
  unit_minor: number;
  /** How long it is paid; null for as long as the machine is kept. */
  months: number | null;
}

/** A subscription over the horizon. */
export interface SubscriptionCost {
  name: string;
  unit_minor: number;
  months: number;
  subtotal_minor: number;
}

/** Rounding of floating point must not buy one more: 0.1 * 3 is above 0.3. */
const ROUNDING = 1e-9;

/** Whole units that so many uses take. */
export function wholeUnits(uses: number, yieldOfOne: number): number {
  if (!(yieldOfOne > 0)) throw new RangeError(`a unit that lasts ${yieldOfOne} uses`);
  const exact = uses / yieldOfOne;
  return Math.max(0, Math.ceil(exact - ROUNDING * Math.max(1, exact)));
}

/**
 * Of each slot the consumable that costs least over so many uses, in whole units; among equals the one with fewer
 * units, then the cheaper one, then by id. Slots in alphabetical order.
 */
export function cheapestConsumables<T extends Consumable>(
  candidates: readonly T[],
  uses: number,
): ConsumableCost<T>[] {
  const slots = Map.groupBy(candidates, ({ slot }) => slot);
  return [...slots.keys()].sort().map((slot) => {
    const [best] = (slots.get(slot) ?? [])
      .map((consumable) => {
        const units = wholeUnits(uses, consumable.yield);
        return { consumable, units, subtotal_minor: units * consumable.unit_minor };
      })
      .sort(byCost);
    return best as ConsumableCost<T>;
  });
}

function byCost(a: ConsumableCost<Consumable>, b: ConsumableCost<Consumable>): number {
  if (a.subtotal_minor !== b.subtotal_minor) return a.subtotal_minor - b.subtotal_minor;
  if (a.units !== b.units) return a.units - b.units;
  const dearer = a.consumable.unit_minor - b.consumable.unit_minor;
  if (dearer !== 0) return dearer;
  const [left, right] = [a, b].map(({ consumable }) => `${consumable.product_id} ${consumable.variant_id}`);
  return (left as string) < (right as string) ? -1 : 1;
}

/** What a subscription costs within the horizon. */
export function subscriptionCost(
  { name, unit_minor, months }: Subscription,
  horizonMonths: number,
): SubscriptionCost {
  const paid = Math.min(months ?? horizonMonths, horizonMonths);
  return { name, unit_minor, months: paid, subtotal_minor: paid * unit_minor };
}

/** Purchase and all that follows, minor units; `monthly_equivalent_minor` is a twelfth of a year's share, rounded. */
export function totalCost(
  purchase_minor: number,
  subtotals_minor: readonly number[],
  horizonMonths: number,
): { total_minor: number; monthly_equivalent_minor: number } {
  const total_minor = subtotals_minor.reduce((sum, one) => sum + one, purchase_minor);
  return { total_minor, monthly_equivalent_minor: Math.round(total_minor / horizonMonths) };
}

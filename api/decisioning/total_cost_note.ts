import type { ConsumptionKind } from '../../pipelines/domain/consumption.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import type { ConsumableCost } from '../../pipelines/domain/total_cost.ts';
import type { FittingConsumables, OfferedConsumable } from './consumables.ts';

/** What an answer was made of. */
export interface TotalCostParts {
  kind: ConsumptionKind | null;
  usage: Readonly<Record<string, number>>;
  /** What the caller stated. */
  asked: Readonly<Record<string, unknown>>;
  /** Null where nothing is used up, or the product is itself a consumable. */
  fitting: FittingConsumables | null;
  best: Listing | null;
  /** The market's. */
  currency: string;
  consumables: readonly ConsumableCost<OfferedConsumable>[];
  horizon_months: number;
}

/** The assumptions behind a total, in sentences. */
export function totalCostNote(parts: TotalCostParts): string {
  return [...purchaseNotes(parts), ...usageNotes(parts), ...consumableNotes(parts)].join(' ');
}

function purchaseNotes({ best, currency }: TotalCostParts): string[] {
  if (!best) return [`No offer of it can be bought in ${currency} now, so there is no total.`];
  return best.landed_minor === null
    ? [`What ${best.seller} charges for delivery is not known, so the purchase is its price alone.`]
    : [];
}

function usageNotes({ kind, usage, asked, horizon_months, fitting }: TotalCostParts): string[] {
  if (!kind || !fitting) return [];
  const { name, says, default: usual } = kind.usage;
  const stated = asked[`usage.${name}`] !== undefined;
  const amount = `${usage[name]} ${says} over ${horizon_months} months`;
  return [
    stated
      ? `Counted with ${amount}.`
      : `Assumes ${amount} (usage.${name} sets it; ${usual} is what is assumed of this category).`,
  ];
}

function consumableNotes({ kind, fitting, consumables }: TotalCostParts): string[] {
  if (!kind) return ['Nothing is known to be used up by products of this category.'];
  if (!fitting) return ['It is itself a consumable, so nothing is linked to it.'];
  const notes: string[] = [];
  const absent = 'No product states that it fits and is sold now, so consumables are not in the total.';
  if (consumables.length === 0) notes.push(absent);
  else {
    notes.push(
      `Each unit is counted with a delivery of its own; ${kind.assumes}; what comes in the box, and what prices will do, is not counted.`,
    );
    const unknown = consumables.filter(({ consumable }) => consumable.offer.landed_minor === null);
    if (unknown.length > 0)
      notes.push(
        `Delivery is not known, so the price stands alone, for ${unknown.map(({ consumable }) => consumable.title).join(', ')}.`,
      );
  }
  if (fitting.missing.length > 0)
    notes.push(
      `Not in the total, since what fits is not sold now or does not say how long it lasts: ${fitting.missing.join(', ')}.`,
    );
  if (fitting.beyond > 0)
    notes.push(`${fitting.beyond} more products say that they fit and were not looked at.`);
  return notes;
}

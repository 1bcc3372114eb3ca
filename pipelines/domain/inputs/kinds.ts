import { authorisations } from './authorisations.ts';
import { deliveries } from './deliveries.ts';
import type { Input } from './input.ts';
import { local_inventory } from './local_inventory.ts';
import { minimum_prices } from './minimum_prices.ts';
import { return_terms } from './return_terms.ts';
import { reviews } from './reviews.ts';
import { shipping_rates } from './shipping_rates.ts';
import { stores } from './stores.ts';
import { supplements } from './supplements.ts';
import { transit_times } from './transit_times.ts';

/** The one list of what feeds can bring besides offers. */
export const INPUTS = {
  reviews,
  deliveries,
  stores,
  local_inventory,
  shipping_rates,
  transit_times,
  return_terms,
  authorisations,
  minimum_prices,
  supplements,
} satisfies Readonly<Record<string, Input>>;

export type InputKind = keyof typeof INPUTS;

export const INPUT_KINDS = Object.keys(INPUTS) as InputKind[];

/** Kinds that a table of their own is written of; supplements end in the rows of the feed they supplement. */
export type TabledKind = Exclude<InputKind, 'supplements'>;
export const TABLED_KINDS = INPUT_KINDS.filter((kind): kind is TabledKind => kind !== 'supplements');

/** What is known of a kind. */
export const inputOf = (kind: InputKind): Input => INPUTS[kind];

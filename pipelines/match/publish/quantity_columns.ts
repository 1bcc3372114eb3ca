import { literal } from '../../../warehouse/database.ts';
import type { SellerSettings } from '../../domain/settings/publisher_settings.ts';

/** Last parts of attribute names under which feeds tell how much of a thing there is, and in what unit. */
const AMOUNTS = new Set([
  'quantity',
  'qty',
  'net_quantity',
  'net_content',
  'net_contents',
  'content',
  'contents',
  'net_weight',
  'net_volume',
  'weight',
  'volume',
  'pack_size',
  'unit_size',
]);
const UNITS = ['unit', 'units', 'uom', 'unit_of_measure', 'quantity_unit', 'measure_unit', 'unit_type'];

/** An attribute that tells an amount, and the one beside it that tells its unit. */
export interface QuantityColumn {
  amount: string;
  unit: string | null;
}

/**
 * The columns of how much there is that the feeds' mappings name, whatever their namespace (`grocery.quantity` with
 * `grocery.unit`). Those that the formats themselves know are `general.` and read apart.
 */
export function quantityColumns(sellers: readonly SellerSettings[]): QuantityColumn[] {
  const found = new Map<string, QuantityColumn>();
  for (const { feeds } of sellers)
    for (const { mapping = {} } of feeds) {
      const keys = Object.keys(mapping).flatMap((field) => /^attributes\.(.+)$/.exec(field)?.[1] ?? []);
      for (const amount of keys) {
        const [namespace, name] = parted(amount);
        if (!AMOUNTS.has(name)) continue;
        const unit = UNITS.map((one) => `${namespace}.${one}`).find((one) => keys.includes(one)) ?? null;
        found.set(`${amount} ${unit}`, { amount, unit });
      }
    }
  return [...found.values()];
}

function parted(key: string): [namespace: string, name: string] {
  const dot = key.lastIndexOf('.');
  return [key.slice(0, dot), key.slice(dot + 1).toLowerCase()];
}

/** SQL of what those columns of a listing say, with its unit; null where none does. `attributes` is JSON. */
export function quantitySql(columns: readonly QuantityColumn[]): string {
  const valueOf = (key: string) => `attributes ->> ${literal(`$."${key}"`)}`;
  const told = columns.map(({ amount, unit }) =>
    unit === null
      ? `(${valueOf(amount)})`
      : `case when (${valueOf(amount)}) is not null then concat_ws(' ', ${valueOf(amount)}, ${valueOf(unit)}) end`,
  );
  return told.length === 0 ? 'null::varchar' : `coalesce(${told.join(', ')})`;
}

import { literal } from '../../../warehouse/database.ts';
import type { SellerSettings } from '../../domain/settings/publisher_settings.ts';
import { type QuantityColumn, quantityColumnsOf } from '../titles/read/quantity_columns.ts';

/**
 * The columns of how much there is that the feeds' mappings name, whatever their namespace (`grocery.quantity` with
 * `grocery.unit`). Those that the formats themselves know are `general.` and read apart.
 */
export function quantityColumns(sellers: readonly SellerSettings[]): QuantityColumn[] {
  const found = new Map<string, QuantityColumn>();
  for (const { feeds } of sellers)
    for (const { mapping = {} } of feeds) {
      const keys = Object.keys(mapping).flatMap((field) => /^attributes\.(.+)$/.exec(field)?.[1] ?? []);
      for (const column of quantityColumnsOf(keys)) found.set(`${column.amount} ${column.unit}`, column);
    }
  return [...found.values()];
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

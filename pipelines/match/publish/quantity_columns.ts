import { type Database, literal, loadSql } from '../../../warehouse/database.ts';
import { QUANTITY_NAMES, type QuantityColumn, quantityColumnsOf } from '../titles/read/quantity_columns.ts';

/** A name of a JSON object that ends as those of amounts and units do. */
const NAME = String.raw`(?i)"([^"\\]+\.(?:${QUANTITY_NAMES.join('|')}))"\s*:`;

/**
 * The columns of how much there is that the catalogue's listings have. They are looked up in the listings, not in the
 * configuration, so that a listing reads the same whether a mapping named its column or a feed of a protocol told it.
 */
export async function quantityColumns(database: Database): Promise<QuantityColumn[]> {
  const found = await database.rows<{ key: string }>(
    'find columns of quantities',
    loadSql(import.meta.url, './sql/quantity_keys.sql'),
    { name: NAME },
  );
  return quantityColumnsOf(found.map(({ key }) => key));
}

/** SQL of what those columns of a listing say, with its unit; null where none does. `attributes` is JSON. */
export function quantitySql(columns: readonly QuantityColumn[]): string {
  const valueOf = (key: string) => `(attributes ->> ${literal(`$."${key}"`)})`;
  const told = columns.map(({ amount, units }) => {
    if (units.length === 0) return valueOf(amount);
    const unit = `coalesce(${units.map(valueOf).join(', ')})`;
    return `case when ${valueOf(amount)} is not null then concat_ws(' ', ${valueOf(amount)}, ${unit}) end`;
  });
  return told.length === 0 ? 'null::varchar' : `coalesce(${told.join(', ')})`;
}

import { type InputKind, inputOf } from '../domain/inputs/kinds.ts';
import type { FeedSettings } from '../domain/settings/feed_settings.ts';
import { type ColumnMap, columnIndex, foldHeader } from './columns.ts';
import { FeedError } from './error.ts';

/** The fields of an input that `mapping` may name: its own, and `currency` where it has amounts. */
export function inputFields(kind: InputKind): string[] {
  const { fields } = inputOf(kind);
  const hasMoney = Object.values(fields).some(({ type }) => type === 'amount');
  return [...Object.keys(fields), ...(hasMoney && !('currency' in fields) ? ['currency'] : [])];
}

/**
 * Maps columns to the fields of an input: the settings' mapping first, then each field's own name and spellings; the sku
 * may be several columns.
 * Throws `missing_columns` where a field that every row must have has no column.
 */
export function mapInputColumns(
  header: readonly string[],
  { mapping = {}, sku_columns }: Pick<FeedSettings, 'mapping' | 'sku_columns'>,
  kind: InputKind,
  name: string,
): ColumnMap {
  const { fields, any_of = [] } = inputOf(kind);
  const folded = header.map(foldHeader);
  const found: Partial<Record<string, number>> = {};
  const refuse = (what: string): never => {
    throw new FeedError(
      'missing_columns',
      `${name}: found no ${what} of ${kind}; its columns are ${header.join(', ')}`,
    );
  };
  const sku_parts = sku_columns?.map((column) => {
    const index = columnIndex(header, column);
    return index === -1 ? refuse(`column ${JSON.stringify(column)} of sku_columns`) : index;
  });
  for (const field of inputFields(kind)) {
    if (field === 'sku' && sku_parts) continue;
    const mapped = mapping[field];
    const names = [field, ...(fields[field]?.spellings ?? [])];
    const index =
      mapped === undefined
        ? names.map((one) => folded.indexOf(one)).find((place) => place !== -1)
        : columnIndex(header, mapped);
    if (mapped !== undefined && index === -1)
      refuse(`column ${JSON.stringify(mapped)} for the field ${field}`);
    if (index !== undefined && index !== -1) found[field] = index;
    else if (fields[field]?.required) refuse(`column for the field ${field}`);
  }
  if (any_of.length > 0 && any_of.every((field) => found[field] === undefined))
    refuse(`column for any of the fields ${any_of.join(', ')}`);
  return { fields: found, attributes: {}, details: [], highlights: [], ...(sku_parts && { sku_parts }) };
}

import type { ColumnKey } from '../../pipelines/domain/column_key.ts';

const BY: Record<ColumnKey['by'], (column: ColumnKey) => string> = {
  configuration: () => 'as attribute_keys says',
  variants: ({ agreeing, compared }) => `${agreeing} of ${compared} items that other sellers have agree`,
  titles: ({ agreeing, compared }) =>
    `${agreeing} of ${compared} titles agree, and other sellers of the same brands`,
};

/** What a seller's own column is, and how that is known. */
export function columnText(column: ColumnKey): string {
  const place = `${column.seller}/${column.feed} ${column.column}`;
  const read = column.key === column.column ? 'is kept apart' : `is ${column.key}`;
  return `${place} ${read} (${BY[column.by](column)})`;
}

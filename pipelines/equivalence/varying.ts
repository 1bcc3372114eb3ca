import type { StatedKind } from '../text/statement.ts';

/** What sets the variants of one thing apart. */
export const VARYING: ReadonlySet<StatedKind> = new Set<StatedKind>([
  'weight',
  'volume',
  'count',
  'length',
  'capacity',
  'power',
  'voltage',
  'charge',
  'pack',
  'size',
  'colour',
  'scent_or_taste',
  'sex',
  'age_group',
  'side',
  'percent',
  'holds',
]);

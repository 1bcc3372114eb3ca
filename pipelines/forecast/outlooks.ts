import { LIKENESSES, type Likeness, learnTable, type OutcomeTable, tableOutlook } from './outcome_table.ts';
import { learnOutlooks, type OutlookTrees, type RawOutlook, treeOutlook } from './outlook_trees.ts';
import type { Windows } from './windows.ts';

/** Every way to forecast that is tried. */
export const METHODS = [...(Object.keys(LIKENESSES) as Likeness[]), 'boosted_trees'] as const;
export type Method = (typeof METHODS)[number];

/** What one way has learned. */
export type Outlooks =
  | { method: 'boosted_trees'; trees: OutlookTrees }
  | { method: Likeness; table: OutcomeTable };

/** `seesPeers`: whether trees look at what a price's peers did. */
export function learnMethod(method: Method, windows: Windows, seesPeers = true): Outlooks {
  return method === 'boosted_trees'
    ? { method, trees: learnOutlooks(windows, seesPeers) }
    : { method, table: learnTable(method, windows) };
}

/** What is expected of a row of features, whose first is one of `FORECAST_HORIZONS`. */
export function outlookOf(learned: Outlooks, row: Float64Array): RawOutlook {
  return learned.method === 'boosted_trees'
    ? treeOutlook(learned.trees, row)
    : tableOutlook(learned.table, row);
}

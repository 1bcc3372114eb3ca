import { type BinnedRows, binRows } from './binned_rows.ts';
import { type BoostedTrees, type Loss, learnTrees, scoreTrees } from './boosted_trees.ts';
import { FEATURES } from './features.ts';
import type { Windows } from './windows.ts';

/** Six learned answers about a window: the chance of a fall, what waiting saves, and where the price ends. */
export interface OutlookTrees {
  fell: BoostedTrees;
  saving: BoostedTrees;
  dearer: BoostedTrees;
  low: BoostedTrees;
  middle: BoostedTrees;
  high: BoostedTrees;
}

/** What is expected of one window, before anything is measured against later months. */
export interface RawOutlook {
  /** Log odds. */
  fall_odds: number;
  saving: number;
  dearer: number;
  low: number;
  middle: number;
  high: number;
}

/** Columns that trees do not look at: a feed's share moves with the day, and would tell it. */
const NOT_FOR_TREES = FEATURES.indexOf('pooled_share');
const PEERS_LIFT = FEATURES.indexOf('peers_lift');

const SETTINGS = { trees: 40, depth: 4, rate: 0.1, leaf_rows: 50, feature_share: 0.5, row_share: 0.6 };
/** A single wild price does not move what is learned of all. */
const MOST_SAVING = 0.5;
const RATIOS = [0.3, 3] as const;

const clamped = (values: Float64Array, low: number, high: number): Float64Array =>
  values.map((value) => Math.min(high, Math.max(low, value)));

/** The rows as trees see them. */
function rowsOf({ features, count }: Windows, seesPeers: boolean): BinnedRows {
  const width = FEATURES.length;
  const seen = features.slice(0, count * width);
  for (let row = 0; row < count; row++) {
    seen[row * width + NOT_FOR_TREES] = NaN;
    if (!seesPeers) seen[row * width + PEERS_LIFT] = NaN;
  }
  return binRows(seen, width);
}

/** The trees of a fall alone. */
export const learnFalls = (windows: Windows, seesPeers: boolean): BoostedTrees =>
  learnTrees(rowsOf(windows, seesPeers), windows.fell.slice(0, windows.count), {
    ...SETTINGS,
    loss: { kind: 'odds' },
  });

/** Learns from windows of the past, of their peers where `seesPeers`. The same windows give the same trees. */
export function learnOutlooks(windows: Windows, seesPeers = true): OutlookTrees {
  const { count } = windows;
  const rows = rowsOf(windows, seesPeers);
  const learn = (targets: Float64Array, loss: Loss) => learnTrees(rows, targets, { ...SETTINGS, loss });
  const saving = windows.saving.slice(0, count);
  const ratio = clamped(windows.ratio.slice(0, count), ...RATIOS);
  return {
    fell: learn(windows.fell.slice(0, count), { kind: 'odds' }),
    saving: learn(clamped(saving, -MOST_SAVING, MOST_SAVING), { kind: 'mean' }),
    dearer: learn(
      saving.map((value) => (value < 0 ? 1 : 0)),
      { kind: 'odds' },
    ),
    low: learn(ratio, { kind: 'quantile', share: 0.1 }),
    middle: learn(ratio, { kind: 'quantile', share: 0.5 }),
    high: learn(ratio, { kind: 'quantile', share: 0.9 }),
  };
}

export const chanceOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** What the trees say of a row of features. The interval holds today's price, and its bounds are in order. */
export function treeOutlook(trees: OutlookTrees, row: Float64Array): RawOutlook {
  const middle = scoreTrees(trees.middle, row);
  return {
    fall_odds: scoreTrees(trees.fell, row),
    saving: scoreTrees(trees.saving, row),
    dearer: chanceOf(scoreTrees(trees.dearer, row)),
    low: Math.min(1, middle, scoreTrees(trees.low, row)),
    middle,
    high: Math.max(1, middle, scoreTrees(trees.high, row)),
  };
}

import type { BoostedTrees } from './boosted_trees.ts';
import { binRows, type Loss, learnTrees, scoreTrees } from './boosted_trees.ts';
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

const SETTINGS = { trees: 40, depth: 4, rate: 0.1, leaf_rows: 50, feature_share: 0.5, row_share: 0.6 };
/** A single wild price does not move what is learned of all. */
const MOST_SAVING = 0.5;
const RATIOS = [0.3, 3] as const;

const clamped = (values: Float64Array, low: number, high: number): Float64Array =>
  values.map((value) => Math.min(high, Math.max(low, value)));

/** Learns from windows of the past. The same windows give the same trees. */
export function learnOutlooks(windows: Windows): OutlookTrees {
  const { count } = windows;
  const rows = binRows(windows.features.subarray(0, count * FEATURES.length), FEATURES.length);
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

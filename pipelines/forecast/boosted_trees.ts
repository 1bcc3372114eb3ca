import { seededRandom } from '../domain/seeded_random.ts';
import type { BinnedRows } from './binned_rows.ts';
import {
  type Derivatives,
  type Grown,
  type Growth,
  growTree,
  leavesOf,
  SHRINKAGE,
  type Tree,
} from './grown_tree.ts';

/**
 * Gradient-boosted regression trees over binned features (Friedman, Greedy function approximation, 2001; second-order
 * steps and missing values with a side of their own as in Chen and Guestrin, XGBoost, 2016).
 */
export interface BoostedTrees {
  /** The score that every row begins with. */
  base: number;
  trees: Tree[];
}

/** What is learned: the log odds of 0 and 1, a mean, or a quantile. */
export type Loss = { kind: 'odds' } | { kind: 'mean' } | { kind: 'quantile'; share: number };

export interface TreeSettings extends Growth {
  loss: Loss;
  trees: number;
  rate: number;
  /** Share of the features that each tree may use. */
  feature_share: number;
  /** Share of the rows that each tree is grown on. */
  row_share: number;
}

/** Learns trees that tell `targets` from the binned features. The same input gives the same trees. */
export function learnTrees(data: BinnedRows, targets: Float64Array, settings: TreeSettings): BoostedTrees {
  const random = seededRandom(data.rows);
  // What is the same for all rows, or not known of any, parts none; nor does it move a draw.
  const parting = [...data.bins.keys()].filter((feature) => {
    const bins = data.bins[feature] as Uint8Array;
    return bins.some((bin) => bin !== bins[0]);
  });
  const base = baseOf(targets, settings.loss);
  const scores = new Float64Array(data.rows).fill(base);
  const gradients = new Float64Array(data.rows);
  const weights = new Float64Array(data.rows);
  const trees: Tree[] = [];
  for (let round = 0; round < settings.trees; round++) {
    derive(targets, scores, settings.loss, { gradients, weights });
    const rows = sampled(data.rows, settings.row_share, random);
    const features = parting.filter(() => random() < settings.feature_share);
    const grown = growTree(data, { gradients, weights }, { rows, features, settings });
    valueLeaves(grown, { targets, scores, gradients, weights }, settings);
    const leaves = leavesOf(data, grown.tree, grown.splitBins);
    for (let row = 0; row < data.rows; row++)
      scores[row]! += grown.tree.value[leaves[row] as number] as number;
    trees.push(grown.tree);
  }
  return { base, trees };
}

function baseOf(targets: Float64Array, loss: Loss): number {
  if (loss.kind === 'quantile') {
    const sorted = targets.toSorted();
    return sorted[Math.min(sorted.length - 1, Math.floor(loss.share * sorted.length))] ?? 0;
  }
  const mean = targets.reduce((sum, target) => sum + target, 0) / targets.length;
  return loss.kind === 'mean' ? mean : Math.log((mean + 1e-6) / (1 - mean + 1e-6));
}

function derive(
  targets: Float64Array,
  scores: Float64Array,
  loss: Loss,
  { gradients, weights }: Derivatives,
): void {
  for (let row = 0; row < targets.length; row++) {
    const [target, score] = [targets[row] as number, scores[row] as number];
    if (loss.kind === 'odds') {
      const probability = 1 / (1 + Math.exp(-score));
      gradients[row] = target - probability;
      weights[row] = probability * (1 - probability);
    } else {
      gradients[row] =
        loss.kind === 'mean'
          ? target - score
          : target > score
            ? loss.share
            : target < score
              ? loss.share - 1
              : 0;
      weights[row] = 1;
    }
  }
}

function sampled(rows: number, share: number, random: () => number): Uint32Array {
  const taken = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) if (random() < share) taken[count++] = row;
  return taken.subarray(0, count);
}

/** Gives each leaf its step: the Newton step, or for a quantile that of what its rows still miss. */
function valueLeaves(
  { tree, rowsOf }: Grown,
  { targets, scores, gradients, weights }: Derivatives & { targets: Float64Array; scores: Float64Array },
  { loss, rate }: TreeSettings,
): void {
  for (const [leaf, rows] of rowsOf) {
    if (loss.kind === 'quantile') {
      const missed = Float64Array.from(
        rows,
        (row) => (targets[row] as number) - (scores[row] as number),
      ).sort();
      tree.value[leaf] =
        rate * (missed[Math.min(missed.length - 1, Math.floor(loss.share * missed.length))] ?? 0);
      continue;
    }
    let [gradient, weight] = [0, 0];
    for (const row of rows) {
      gradient += gradients[row] as number;
      weight += weights[row] as number;
    }
    tree.value[leaf] = (rate * gradient) / (weight + SHRINKAGE);
  }
}

/** The score of one row of features. For `odds` it is the log odds. */
export function scoreTrees({ base, trees }: BoostedTrees, row: Float64Array): number {
  let score = base;
  for (const { feature, threshold, missing_left, left, value } of trees) {
    let node = 0;
    for (let at = feature[0] as number; at >= 0; at = feature[node] as number) {
      const known = row[at] as number;
      const isLeft = Number.isNaN(known) ? missing_left[node] === 1 : known <= (threshold[node] as number);
      node = (left[node] as number) + (isLeft ? 0 : 1);
    }
    score += value[node] as number;
  }
  return score;
}

/**
 * Gradient-boosted regression trees over binned features (Friedman, Greedy function approximation, 2001; second-order
 * steps and missing values with a side of their own as in Chen and Guestrin, XGBoost, 2016).
 */
export interface BoostedTrees {
  /** The score that every row begins with. */
  base: number;
  trees: Tree[];
}

/** Nodes in order of depth, the root first; a node with `feature` -1 is a leaf. */
export interface Tree {
  feature: number[];
  /** At or below goes to the left; NaN too, where `missing_left` is 1. */
  threshold: number[];
  missing_left: (0 | 1)[];
  /** Number of the left child; the right one follows it. */
  left: number[];
  value: number[];
}

/** What is learned: the log odds of 0 and 1, a mean, or a quantile. */
export type Loss = { kind: 'odds' } | { kind: 'mean' } | { kind: 'quantile'; share: number };

export interface TreeSettings {
  loss: Loss;
  trees: number;
  depth: number;
  rate: number;
  /** Fewest rows in a leaf. */
  leaf_rows: number;
  /** Share of the features that each tree may use. */
  feature_share: number;
  /** Share of the rows that each tree is grown on. */
  row_share: number;
}

/** Rows with their features in bins; bin 0 is what is not known. */
export interface BinnedRows {
  rows: number;
  /** By feature, then by row. */
  bins: Uint8Array[];
  /** By feature: the highest value of each bin from 1 on, but the last. */
  edges: Float64Array[];
}

const MOST_BINS = 48;
/** Added to the sum of weights of a leaf, so that few rows move little. */
const SHRINKAGE = 5;

/** Bins `values` (row after row) by quantiles of each feature. */
export function binRows(values: Float64Array, features: number): BinnedRows {
  const rows = values.length / features;
  const bins: Uint8Array[] = [];
  const edges: Float64Array[] = [];
  for (let feature = 0; feature < features; feature++) {
    const column = Float64Array.from(
      { length: rows },
      (_, row) => values[row * features + feature] as number,
    );
    const edge = quantileEdges(column);
    edges.push(edge);
    bins.push(Uint8Array.from(column, (value) => binOf(edge, value)));
  }
  return { rows, bins, edges };
}

function quantileEdges(column: Float64Array): Float64Array {
  const sorted = column.filter((value) => !Number.isNaN(value)).sort();
  const edges: number[] = [];
  for (let bin = 1; bin < MOST_BINS; bin++) {
    const value = sorted[Math.floor((bin * sorted.length) / MOST_BINS)];
    if (value !== undefined && value !== edges.at(-1) && value !== sorted.at(-1)) edges.push(value);
  }
  return Float64Array.from(edges);
}

function binOf(edges: Float64Array, value: number): number {
  if (Number.isNaN(value)) return 0;
  let [low, high] = [0, edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edges[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low + 1;
}

/** A generator of numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
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

interface Derivatives {
  gradients: Float64Array;
  weights: Float64Array;
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

interface Grown {
  tree: Tree;
  /** By node: the highest bin that goes left. */
  splitBins: number[];
  /** By leaf: the rows it was grown on. */
  rowsOf: Map<number, Uint32Array>;
}

/** Grows a tree level by level, each node at its best split. */
function growTree(
  data: BinnedRows,
  derivatives: Derivatives,
  { rows, features, settings }: { rows: Uint32Array; features: number[]; settings: TreeSettings },
): Grown {
  const tree: Tree = { feature: [-1], threshold: [0], missing_left: [0], left: [-1], value: [0] };
  const splitBins = [0];
  const rowsOf = new Map([[0, rows]]);
  let level = [0];
  for (let depth = 0; depth < settings.depth; depth++) {
    const next: number[] = [];
    for (const node of level) {
      const own = rowsOf.get(node) as Uint32Array;
      const split = bestSplit(data, derivatives, { rows: own, features, leafRows: settings.leaf_rows });
      if (!split) continue;
      const left = tree.feature.length;
      tree.feature[node] = split.feature;
      tree.threshold[node] = data.edges[split.feature]?.[split.bin - 1] ?? Number.MAX_VALUE;
      tree.missing_left[node] = split.missingLeft ? 1 : 0;
      tree.left[node] = left;
      splitBins[node] = split.bin;
      for (const child of [left, left + 1]) {
        tree.feature[child] = -1;
        tree.threshold[child] = 0;
        tree.missing_left[child] = 0;
        tree.left[child] = -1;
        tree.value[child] = 0;
        splitBins[child] = 0;
        next.push(child);
      }
      const [toLeft, toRight] = parted(own, data.bins[split.feature] as Uint8Array, split);
      rowsOf.set(left, toLeft);
      rowsOf.set(left + 1, toRight);
      rowsOf.delete(node);
    }
    level = next;
  }
  return { tree, splitBins, rowsOf };
}

interface Split {
  feature: number;
  /** Highest bin that goes left. */
  bin: number;
  missingLeft: boolean;
  gain: number;
}

const goesLeft = (bin: number, split: Pick<Split, 'bin' | 'missingLeft'>): boolean =>
  bin === 0 ? split.missingLeft : bin <= split.bin;

function parted(rows: Uint32Array, bins: Uint8Array, split: Split): [Uint32Array, Uint32Array] {
  const left = new Uint32Array(rows.length);
  const right = new Uint32Array(rows.length);
  let [toLeft, toRight] = [0, 0];
  for (const row of rows)
    if (goesLeft(bins[row] as number, split)) left[toLeft++] = row;
    else right[toRight++] = row;
  return [left.slice(0, toLeft), right.slice(0, toRight)];
}

function bestSplit(
  data: BinnedRows,
  { gradients, weights }: Derivatives,
  { rows, features, leafRows }: { rows: Uint32Array; features: readonly number[]; leafRows: number },
): Split | null {
  if (rows.length < 2 * leafRows) return null;
  let best: Split | null = null;
  const sums = new Float64Array(MOST_BINS + 1);
  const masses = new Float64Array(MOST_BINS + 1);
  const counts = new Float64Array(MOST_BINS + 1);
  for (const feature of features) {
    const bins = data.bins[feature] as Uint8Array;
    sums.fill(0);
    masses.fill(0);
    counts.fill(0);
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as number;
      const bin = bins[row] as number;
      sums[bin]! += gradients[row] as number;
      masses[bin]! += weights[row] as number;
      counts[bin]!++;
    }
    const split = splitOf({ sums, masses, counts }, (data.edges[feature]?.length ?? 0) + 1, leafRows);
    if (split && split.gain > (best?.gain ?? 1e-9)) best = { feature, ...split };
  }
  return best;
}

/** The best place to part one feature's bins, with the unknown on either side. */
function splitOf(
  { sums, masses, counts }: { sums: Float64Array; masses: Float64Array; counts: Float64Array },
  bins: number,
  leafRows: number,
): Omit<Split, 'feature'> | null {
  let [sum, mass, count] = [0, 0, 0];
  for (let bin = 0; bin <= bins; bin++) {
    sum += sums[bin] as number;
    mass += masses[bin] as number;
    count += counts[bin] as number;
  }
  const score = (gradient: number, weight: number) => (gradient * gradient) / (weight + SHRINKAGE);
  const whole = score(sum, mass);
  let best: Omit<Split, 'feature'> | null = null;
  for (const missingLeft of counts[0] === 0 ? [false] : [false, true]) {
    let [gradient, weight, rows] = missingLeft
      ? [sums[0] as number, masses[0] as number, counts[0] as number]
      : [0, 0, 0];
    for (let bin = 1; bin < bins + (missingLeft ? 0 : 1); bin++) {
      gradient += sums[bin] as number;
      weight += masses[bin] as number;
      rows += counts[bin] as number;
      if (rows < leafRows) continue;
      if (count - rows < leafRows) break;
      const gain = score(gradient, weight) + score(sum - gradient, mass - weight) - whole;
      if (gain > (best?.gain ?? 0)) best = { bin, missingLeft, gain };
    }
  }
  return best;
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

/** The leaf of every row, level by level. */
function leavesOf(data: BinnedRows, tree: Tree, splitBins: readonly number[]): Uint16Array {
  const leaves = new Uint16Array(data.rows);
  for (let row = 0; row < data.rows; row++) {
    let node = 0;
    for (let feature = tree.feature[0] as number; feature >= 0; feature = tree.feature[node] as number) {
      const bin = (data.bins[feature] as Uint8Array)[row] as number;
      const isLeft = bin === 0 ? tree.missing_left[node] === 1 : bin <= (splitBins[node] as number);
      node = (tree.left[node] as number) + (isLeft ? 0 : 1);
    }
    leaves[row] = node;
  }
  return leaves;
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

import { type BinnedRows, MOST_BINS } from './binned_rows.ts';

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

/** Of every row: how the loss falls with its score, and how much the row weighs. */
export interface Derivatives {
  gradients: Float64Array;
  weights: Float64Array;
}

/** A tree and what it was grown on. */
export interface Grown {
  tree: Tree;
  /** By node: the highest bin that goes left. */
  splitBins: number[];
  /** By leaf: the rows it was grown on. */
  rowsOf: Map<number, Uint32Array>;
}

/** How a tree is grown. */
export interface Growth {
  depth: number;
  /** Fewest rows in a leaf. */
  leaf_rows: number;
}

/** Added to the sum of weights of a leaf, so that few rows move little. */
export const SHRINKAGE = 5;

/** Grows a tree level by level, each node at its best split. */
export function growTree(
  data: BinnedRows,
  derivatives: Derivatives,
  { rows, features, settings }: { rows: Uint32Array; features: number[]; settings: Growth },
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

/** The leaf of every row, level by level. */
export function leavesOf(data: BinnedRows, tree: Tree, splitBins: readonly number[]): Uint16Array {
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

/** Rows with their features in bins; bin 0 is what is not known. */
export interface BinnedRows {
  rows: number;
  /** By feature, then by row. */
  bins: Uint8Array[];
  /** By feature: the highest value of each bin from 1 on, but the last. */
  edges: Float64Array[];
}

/** Bins of a feature, without the one of what is not known. */
export const MOST_BINS = 48;

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

/** Rows of floats, one after another. */
export interface Matrix {
  rows: number;
  columns: number;
  values: Float32Array;
}

function meanOf({ rows, columns, values }: Matrix): Float64Array {
  const mean = new Float64Array(columns);
  for (let at = 0; at < values.length; at++) (mean[at % columns] as number) += (values[at] as number) / rows;
  return mean;
}

function covarianceOf({ rows, columns, values }: Matrix, mean: Float64Array): Float64Array {
  const covariance = new Float64Array(columns * columns);
  const centred = new Float64Array(columns);
  for (let row = 0; row < rows; row++) {
    for (let at = 0; at < columns; at++)
      centred[at] = (values[row * columns + at] as number) - (mean[at] as number);
    for (let left = 0; left < columns; left++)
      for (let right = left; right < columns; right++)
        (covariance[left * columns + right] as number) +=
          (centred[left] as number) * (centred[right] as number);
  }
  for (let left = 0; left < columns; left++)
    for (let right = 0; right < left; right++)
      covariance[left * columns + right] = covariance[right * columns + left] as number;
  return covariance;
}

/** Makes the rows of a square basis orthonormal, in order (modified Gram-Schmidt). */
function orthonormalise(basis: Float64Array, count: number, size: number): void {
  for (let row = 0; row < count; row++) {
    const own = basis.subarray(row * size, (row + 1) * size);
    for (let before = 0; before < row; before++) {
      const other = basis.subarray(before * size, (before + 1) * size);
      let dot = 0;
      for (let at = 0; at < size; at++) dot += (own[at] as number) * (other[at] as number);
      for (let at = 0; at < size; at++) (own[at] as number) -= dot * (other[at] as number);
    }
    const norm = Math.hypot(...own);
    for (let at = 0; at < size; at++) (own[at] as number) /= norm;
  }
}

/** What turns a teacher's vector into one of `dims` numbers: its mean taken away, on its principal components. */
export interface Projection {
  mean: Float64Array;
  basis: Float64Array;
  dims: number;
}

/** Principal components by orthogonal iteration from unit vectors (Golub and Van Loan, Matrix Computations, 8.2.4). */
export function principalComponents(sample: Matrix, dims: number): Projection {
  const size = sample.columns;
  const mean = meanOf(sample);
  const covariance = covarianceOf(sample, mean);
  let basis = new Float64Array(dims * size);
  for (let row = 0; row < dims; row++)
    for (let at = 0; at < size; at++)
      basis[row * size + at] = at === row ? 1 : 0.001 * ((at * 7 + row * 13) % 11);
  for (let round = 0; round < 30; round++) {
    const next = new Float64Array(dims * size);
    for (let row = 0; row < dims; row++)
      for (let from = 0; from < size; from++) {
        const weight = basis[row * size + from] as number;
        for (let to = 0; to < size; to++)
          (next[row * size + to] as number) += weight * (covariance[from * size + to] as number);
      }
    orthonormalise(next, dims, size);
    basis = next;
  }
  return { mean, basis, dims };
}

/** Every row centred, projected and of length 1. */
export function project({ rows, columns, values }: Matrix, { mean, basis, dims }: Projection): Matrix {
  const projected = new Float32Array(rows * dims);
  for (let row = 0; row < rows; row++) {
    const out = projected.subarray(row * dims, (row + 1) * dims);
    let squares = 0;
    for (let component = 0; component < dims; component++) {
      let dot = 0;
      for (let at = 0; at < columns; at++)
        dot +=
          (basis[component * columns + at] as number) *
          ((values[row * columns + at] as number) - (mean[at] as number));
      out[component] = dot;
      squares += dot * dot;
    }
    const norm = Math.sqrt(squares) || 1;
    for (let component = 0; component < dims; component++) (out[component] as number) /= norm;
  }
  return { rows, columns: dims, values: projected };
}

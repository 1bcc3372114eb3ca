/** A text's place in a model's space: int8 components of a unit vector, by `SCALE`. Only vectors of one model compare. */
export interface Vector {
  /** Id of the embedder that made it. */
  model: string;
  values: Int8Array;
}

/**
 * Steps of one standard deviation of a component of a unit vector (1/sqrt(dims)); int8 then holds four deviations,
 * and the cosine of two texts is kept to about 0.002.
 */
const SCALE = 32;

/**
 * A vector of any length as int8; all zeros where there is nothing to place (a length of 0 or a component that is no
 * number), which has cosine 0 with everything.
 */
export function quantise(components: ArrayLike<number>): Int8Array {
  const dims = components.length;
  const values = new Int8Array(dims);
  let squares = 0;
  for (let at = 0; at < dims; at++) squares += (components[at] as number) ** 2;
  if (!(squares > 0) || !Number.isFinite(squares)) return values;
  const factor = (SCALE * Math.sqrt(dims)) / Math.sqrt(squares);
  for (let at = 0; at < dims; at++)
    values[at] = Math.max(-127, Math.min(127, Math.round((components[at] as number) * factor)));
  return values;
}

/** No quantised vector is longer: rounding moves each component by half a step at most. */
export const longestOf = (dims: number): number => (SCALE + 0.5) * Math.sqrt(dims);

/** Cosine of two quantised vectors, from their integer dot product. */
export const cosineOf = (dot: number, dims: number): number => dot / (SCALE * SCALE * dims);

/** The integer dot product of two quantised vectors of one length. */
export function dotOf(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

/** Throws where vectors of two models, or of another length, would be compared. */
export function sameModel(vector: Vector, model: string, dims: number): void {
  if (vector.model !== model || vector.values.length !== dims)
    throw new RangeError(
      `A vector of ${vector.model} (${vector.values.length} numbers) cannot be compared with those of ${model} (${dims}); embed the text with ${model}.`,
    );
}

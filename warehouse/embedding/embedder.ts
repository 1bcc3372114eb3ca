import type { Vector } from './vector.ts';

/** Turns texts into vectors of one model. */
export interface Embedder {
  /** Names the model and its version; part of every vector, so that two models never mix. */
  readonly id: string;
  /** Numbers in a vector, a multiple of 16. */
  readonly dims: number;
  /** A vector for every text, in order; all zeros for a text the model cannot place. */
  embed(texts: readonly string[]): Promise<Vector[]>;
}

import type { CandidateIndex } from './candidate_index.ts';

/** A block of an index: postings [from, to). While it is sought, what of its bucket may be before its end. */
export interface Block {
  from: number;
  to: number;
  /** Of its bucket. */
  end: number;
}

export const newBlock = (): Block => ({ from: 0, to: 0, end: 0 });

/** Begins to seek the block of a key: all of its bucket. */
export function findBucket({ bits, bucket_start }: CandidateIndex, key: number, into: Block): void {
  const bucket = key & (2 ** bits - 1);
  into.from = bucket_start[bucket] as number;
  into.end = bucket_start[bucket + 1] as number;
  into.to = into.end;
}

/** Halves where the beginning of a block may be. */
export function halve({ bits, posting }: CandidateIndex, key: number, into: Block): void {
  if (into.from === into.to) return;
  const middle = (into.from + into.to) >>> 1;
  if ((posting[middle] as number) >>> bits < key >>> bits) into.from = middle + 1;
  else into.to = middle;
}

/** Seeks a block to its end; says whether there is one. */
export function findBlock(index: CandidateIndex, key: number, into: Block): boolean {
  while (into.from < into.to) halve(index, key, into);
  const { bits, posting } = index;
  const tag = key >>> bits;
  const { from, end } = into;
  let to = from;
  // Most blocks are small, so their ends are sought in growing steps.
  let step = 1;
  while (to + step <= end && (posting[to + step - 1] as number) >>> bits === tag) {
    to += step;
    step *= 2;
  }
  for (; step > 0; step >>= 1)
    if (to + step <= end && (posting[to + step - 1] as number) >>> bits === tag) to += step;
  into.to = to;
  return to > from;
}

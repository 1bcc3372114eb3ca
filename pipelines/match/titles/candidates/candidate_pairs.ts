import type { Features } from '../compare/features.ts';
import type { Vocabulary } from '../compare/vocabulary.ts';
import { indexCandidates } from './candidate_index.ts';
import { type CandidateLimits, DEFAULT_LIMITS } from './candidate_limits.ts';
import { CandidateSearch } from './candidate_search.ts';

/** Candidate pairs between two lists: each record's candidates in the other list, both ways; by left, then right. */
export function pairCandidates(
  left: Features,
  right: Features,
  vocabulary: Vocabulary,
  limits: CandidateLimits = DEFAULT_LIMITS,
): { left: Uint32Array; right: Uint32Array } {
  const rightsOf: number[][] = Array.from({ length: left.count }, () => []);
  const forward = new CandidateSearch(indexCandidates(right, vocabulary, limits));
  for (let i = 0; i < left.count; i++) {
    forward.find(left, i, right);
    for (let at = 0; at < forward.count; at++) (rightsOf[i] as number[]).push(forward.places[at] as number);
  }
  const backward = new CandidateSearch(indexCandidates(left, vocabulary, limits));
  for (let j = 0; j < right.count; j++) {
    backward.find(right, j, left);
    for (let at = 0; at < backward.count; at++) (rightsOf[backward.places[at] as number] as number[]).push(j);
  }
  const lefts: number[] = [];
  const rights: number[] = [];
  rightsOf.forEach((found, i) => {
    for (const j of [...new Set(found)].sort((x, y) => x - y)) {
      lefts.push(i);
      rights.push(j);
    }
  });
  return { left: Uint32Array.from(lefts), right: Uint32Array.from(rights) };
}

import { parentPort } from 'node:worker_threads';
import {
  type CandidateIndex,
  indexCandidates,
} from '../../pipelines/match/titles/candidates/candidate_index.ts';
import type { CandidateLimits } from '../../pipelines/match/titles/candidates/candidate_limits.ts';
import { type Features, FeaturesBuilder } from '../../pipelines/match/titles/compare/features.ts';
import { Matcher } from '../../pipelines/match/titles/score/matcher.ts';
import type { MatchModel } from '../../pipelines/match/titles/score/model.ts';
import { listingOf } from './match_catalogue.ts';

export type WorkerTask =
  | { do: 'features'; model: MatchModel; seller: number; from: number; to: number }
  | { do: 'index'; model: MatchModel; features: Features; limits: CandidateLimits }
  | {
      do: 'match';
      model: MatchModel;
      queries: Features;
      /** Item that query 0 is a listing of. */
      first: number;
      from: number;
      to: number;
      indexed: Features;
      index: CandidateIndex;
      trust: number;
    };
export interface MatchCounts {
  matched: number;
  right: number;
  trusted: number;
  trusted_right: number;
}

function match(task: Extract<WorkerTask, { do: 'match' }>): MatchCounts {
  const matcher = new Matcher(task.model, task.indexed, task.index);
  const best = { place: 0, weight: 0, probability: 0, identified: false };
  const counts: MatchCounts = { matched: 0, right: 0, trusted: 0, trusted_right: 0 };
  for (let at = task.from; at < task.to; at++) {
    if (!matcher.bestOf(task.queries, at, best)) continue;
    const isRight = best.place === task.first + at ? 1 : 0;
    counts.matched++;
    counts.right += isRight;
    if (best.probability < task.trust) continue;
    counts.trusted++;
    counts.trusted_right += isRight;
  }
  return counts;
}

function perform(task: WorkerTask): unknown {
  if (task.do === 'index') return indexCandidates(task.features, task.model.vocabulary, task.limits);
  if (task.do === 'match') return match(task);
  const builder = new FeaturesBuilder(task.model.vocabulary, task.to - task.from);
  for (let id = task.from; id < task.to; id++) builder.add(listingOf(id, task.seller));
  return builder.build();
}

/** What a task gave, and the processor time of this thread that it took, in seconds. */
export interface WorkerAnswer {
  result: unknown;
  processor_s: number;
}

parentPort?.on('message', (task: WorkerTask) => {
  const before = process.threadCpuUsage();
  const result = perform(task);
  const { user, system } = process.threadCpuUsage(before);
  parentPort?.postMessage({ result, processor_s: (user + system) / 1e6 } satisfies WorkerAnswer);
});

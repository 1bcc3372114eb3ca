import type {
  Activities,
  FeedFailure,
  FeedOutcome,
  FeedRequest,
  PublishRequest,
  RowCounts,
} from './messages.ts';

/** How far a feed is, for whoever asks while it is being read. */
export interface FeedProgress {
  step: 'land' | 'stage' | 'publish' | 'done';
  /** Observations found; null until they have landed. */
  observations: number | null;
  outcome: FeedOutcome;
}

/**
 * Lands a feed, stages each of its observations and asks for publication, which is a workflow of its own because
 * it takes in all feeds at once. An observation that cannot be taken is told in `failures` and does not keep the
 * others back. `onProgress` is told of every step.
 */
export async function ingestFeed(
  activities: Pick<Activities, 'land' | 'stage' | 'requestPublication'>,
  request: FeedRequest,
  onProgress: (progress: FeedProgress) => void = () => undefined,
): Promise<FeedOutcome> {
  const { seller, feed } = request;
  const outcome: FeedOutcome = { seller, feed, runs: [], rows: noRows(), failures: [] };
  let observations: number | null = null;
  const tell = (step: FeedProgress['step']) => onProgress({ step, observations, outcome });
  tell('land');
  try {
    const all = await activities.land(request);
    observations = all.length;
    for (const landed of all) {
      tell('stage');
      const name = landed.files.map((file) => file.name).join(', ');
      const staged = await activities.stage({ ...request, landed }).catch((error: unknown) => {
        outcome.failures.push(failure(name, error));
        return null;
      });
      outcome.runs.push(...(staged?.runs ?? []));
      if (staged) addRows(outcome.rows, staged.rows);
      if (staged?.folder !== undefined) outcome.folder = staged.folder;
    }
  } catch (error) {
    outcome.failures.push(failure(null, error));
  }
  tell('publish');
  if (outcome.runs.length > 0 && !request.publish_later)
    await activities.requestPublication(stagedBy([outcome]));
  tell('done');
  return outcome;
}

/** What a publication must find of these feeds. */
export function stagedBy(feeds: readonly FeedOutcome[]): PublishRequest {
  const staged = feeds.flatMap(({ folder, runs }) =>
    folder === undefined || runs.length === 0 ? [] : [{ folder, runs }],
  );
  return staged.length > 0 ? { staged } : {};
}

function failure(source: string | null, error: unknown): FeedFailure {
  return { source, message: error instanceof Error ? error.message : String(error) };
}

function noRows(): RowCounts {
  return { read: 0, accepted: 0, rejected: 0, rejected_by: {}, notes_by: {} };
}

/** Rows of two readings together. */
export function sumOfRows(one: RowCounts, other: RowCounts): RowCounts {
  const sum = noRows();
  addRows(sum, one);
  addRows(sum, other);
  return sum;
}

function addRows(sum: RowCounts, more: RowCounts): void {
  for (const count of ['read', 'accepted', 'rejected'] as const) sum[count] += more[count];
  for (const tally of ['rejected_by', 'notes_by'] as const)
    for (const [code, rows] of Object.entries(more[tally])) sum[tally][code] = (sum[tally][code] ?? 0) + rows;
}

import type { Activities, PublicationOutcome, PublishRequest } from './messages.ts';

/** What finishes within this time of one another is published together … */
const QUIET_MS = 2_000;
/** … but nobody waits longer than this for more to come. */
const PATIENCE_MS = 20_000;

/** Somebody wants what is staged to be published. The body fills in what came of it. */
export interface PublicationTicket {
  request: PublishRequest;
  /** Somebody waits for it, so no more are gathered first. */
  urgent: boolean;
  result?: { outcome: PublicationOutcome } | { failure: unknown };
}

/**
 * Publishes until no ticket waits. `waiting` may grow meanwhile: tickets that come while one publication runs
 * share the next. Returns the last publication, or throws what it failed of.
 */
export async function publishSnapshot(
  activities: Pick<Activities, 'publish'>,
  waiting: PublicationTicket[],
  sleep: (milliseconds: number) => Promise<void>,
): Promise<PublicationOutcome | null> {
  let last: PublicationTicket['result'];
  while (waiting.length > 0) {
    await gather(waiting, sleep);
    const batch = waiting.splice(0);
    last = await publishOnce(
      activities,
      batch.map((ticket) => ticket.request),
    );
    for (const ticket of batch) ticket.result = last;
  }
  if (last && 'failure' in last) throw last.failure;
  return last?.outcome ?? null;
}

async function gather(
  waiting: readonly PublicationTicket[],
  sleep: (milliseconds: number) => Promise<void>,
): Promise<void> {
  let seen = 0;
  for (let waited = 0; waited < PATIENCE_MS && seen < waiting.length; waited += QUIET_MS) {
    if (waiting.some((ticket) => ticket.urgent)) return;
    seen = waiting.length;
    await sleep(QUIET_MS);
  }
}

async function publishOnce(
  activities: Pick<Activities, 'publish'>,
  requests: readonly PublishRequest[],
): Promise<NonNullable<PublicationTicket['result']>> {
  try {
    return { outcome: await activities.publish(merged(requests)) };
  } catch (failure) {
    return { failure };
  }
}

/** One request that does what all of them ask for. */
function merged(requests: readonly PublishRequest[]): PublishRequest {
  const accept = requests.flatMap((request) => request.accept ?? []);
  const reject = requests.flatMap((request) => request.reject ?? []);
  const retract = requests.flatMap((request) => request.retract ?? []);
  const price_factors = requests.flatMap((request) => request.price_factors ?? []);
  const staged = requests.flatMap((request) => request.staged ?? []);
  return {
    backfill: requests.some((request) => request.backfill),
    rebuild: requests.some((request) => request.rebuild),
    ...(requests.some((request) => request.relearn) && { relearn: true }),
    ...(accept.length > 0 && { accept }),
    ...(reject.length > 0 && { reject }),
    ...(retract.length > 0 && { retract }),
    ...(price_factors.length > 0 && { price_factors }),
    ...(staged.length > 0 && { staged }),
  };
}

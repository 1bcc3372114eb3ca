import { type Client, WorkflowFailedError } from '@temporalio/client';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { asLaid } from '../ingest_summary.ts';
import type { FeedOutcome, FeedRequest, PublicationOutcome, PublishRequest } from '../messages.ts';
import {
  ensureSearchAttributes,
  type OpenedClient,
  openClient,
  type TemporalEnvironment,
} from './connection.ts';
import { feedOutcomes, INGEST_ID, SEARCH_ATTRIBUTES } from './protocol.ts';
import { waitForPublication } from './publication.ts';
import type { TaskQueue } from './task_queues.ts';
import type { ingestFeeds } from './workflows.ts';

const POLL_MS = 1_000;
/** This long without an answer to a query, somebody may be missing. */
const PATIENCE_MS = 10_000;

export interface IngestOnTemporal {
  feeds: FeedOutcome[];
  publication: PublicationOutcome | null;
  publicationFailure: string | null;
  seconds: number;
}

/** Told what happens meanwhile. */
export interface IngestListener {
  onFeedEnd?(outcome: FeedOutcome): void;
  /** Nothing moves, and no worker asks for work. */
  onNoWorker?(queue: TaskQueue): void;
}

/** What the command line does on Temporal. Close it to disconnect; the workflows go on. */
export class TemporalClient implements AsyncDisposable {
  readonly #opened: OpenedClient;
  readonly #searchable: boolean;

  private constructor(opened: OpenedClient, searchable: boolean) {
    this.#opened = opened;
    this.#searchable = searchable;
  }

  static async open(env: TemporalEnvironment): Promise<TemporalClient> {
    const opened = await openClient(env);
    return new TemporalClient(opened, await ensureSearchAttributes(opened));
  }

  get client(): Client {
    return this.#opened.client;
  }

  /** Reads these feeds and publishes once. Throws when such an ingest runs already. */
  async ingest(
    requests: FeedRequest[],
    publication: PublishRequest,
    listener: IngestListener = {},
  ): Promise<IngestOnTemporal> {
    const started = performance.now();
    const handle = await this.#start(requests, publication);
    const watching = new AbortController();
    const watched = this.#watch(handle, listener, watching.signal);
    try {
      const { feeds, publication: outcome } = await handle.result();
      return {
        feeds: asLaid(feeds, outcome),
        publication: outcome,
        publicationFailure: null,
        seconds: secondsSince(started),
      };
    } catch (error) {
      if (!(error instanceof WorkflowFailedError)) throw error;
      const feeds = await handle.query(feedOutcomes);
      const publicationFailure = rootMessage(error);
      return { feeds, publication: null, publicationFailure, seconds: secondsSince(started) };
    } finally {
      watching.abort();
      await watched;
    }
  }

  /** Publishes what is staged now. */
  publish(request: PublishRequest): Promise<PublicationOutcome> {
    return waitForPublication(this.client, request, { searchable: this.#searchable }).catch(
      (error: unknown) => {
        throw new Error(rootMessage(error), { cause: error });
      },
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened[Symbol.asyncDispose]();
  }

  async #start(requests: FeedRequest[], publication: PublishRequest) {
    try {
      return await this.client.workflow.start<typeof ingestFeeds>('ingestFeeds', {
        workflowId: INGEST_ID,
        taskQueue: 'ingest' satisfies TaskQueue,
        args: [requests, publication],
        ...(this.#searchable && {
          typedSearchAttributes: [{ key: SEARCH_ATTRIBUTES.outcome, value: 'reading' }],
        }),
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      throw new Error(
        `an ingest runs already (workflow \`${INGEST_ID}\`); wait for it, or cancel it in the Web UI`,
        { cause: error },
      );
    }
  }

  /** Tells each feed that ended, and when nobody works. */
  async #watch(
    handle: { query: (definition: typeof feedOutcomes) => Promise<FeedOutcome[]> },
    listener: IngestListener,
    signal: AbortSignal,
  ): Promise<void> {
    let told = 0;
    let warned = false;
    let heard = performance.now();
    for (; !signal.aborted; await pause(POLL_MS, signal)) {
      const outcomes = await handle.query(feedOutcomes).catch(() => null);
      if (outcomes) {
        heard = performance.now();
        for (const outcome of outcomes.slice(told)) listener.onFeedEnd?.(outcome);
        told = outcomes.length;
      } else if (!warned && performance.now() - heard > PATIENCE_MS && !(await this.#hasPollers('ingest'))) {
        warned = true;
        listener.onNoWorker?.('ingest');
      }
    }
  }

  /** True when a worker asked for work of this queue lately. */
  async #hasPollers(name: TaskQueue): Promise<boolean> {
    const { namespace } = this.#opened;
    const answer = await this.client.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name },
      taskQueueType: 1,
    });
    return (answer.pollers ?? []).length > 0;
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The innermost message: what went wrong, without the layers it came through. */
function rootMessage(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  return root instanceof Error ? root.message : String(root);
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

import { setTimeout as delay } from 'node:timers/promises';
import { Cron } from 'croner';
import type { Configuration } from '../pipelines/domain/configuration.ts';
import { isDue } from '../pipelines/feeds/due.ts';
import type { Progress } from '../pipelines/feeds/landed.ts';
import { DEFAULT_SCHEDULE } from '../pipelines/history/series.ts';
import type { EmbedderSettings } from '../warehouse/embedding/open_embedder.ts';
import type { DataFolder } from '../warehouse/folder.ts';
import { KnownRuns } from '../warehouse/known_runs.ts';
import { currentManifest } from '../warehouse/manifest.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { pendingRuns } from '../warehouse/runs.ts';
import type { BlobStore } from '../warehouse/store.ts';
import {
  type ActivityContext,
  createActivities,
  type Decisions,
  type WarehouseActivities,
} from './activities.ts';
import { collectGarbage, GARBAGE_SCHEDULE } from './collect_garbage.ts';
import { ingestFeed } from './ingest_feed.ts';
import type {
  Activities,
  FeedOutcome,
  FeedRequest,
  GarbageRequest,
  GarbageSummary,
  PublicationOutcome,
  PublishRequest,
} from './messages.ts';
import { publishSnapshot } from './publish_snapshot.ts';
import { withRetries } from './retry.ts';
import { FEED_RETRY, PUBLISH_RETRY } from './retry_policy.ts';

export type { Decisions } from './activities.ts';
export type { FeedOutcome, FeedRequest, GarbageSummary, PublicationOutcome } from './messages.ts';

/** Feeds staged at the same time: one reads and unpacks while the other computes. */
const PARALLEL_FEEDS = 2;

export interface EngineSettings {
  configuration: Configuration;
  folder: DataFolder;
  store: BlobStore;
  now: () => Date;
  decisions: Decisions;
  /** What makes the products' vectors; default the word table that comes with the project. */
  embedder?: EmbedderSettings;
  listener?: EngineListener;
}

/** Told what happens; every part may be absent. */
export interface EngineListener {
  onFeedStart?(request: FeedRequest): void;
  onObservations?(request: FeedRequest, count: number): void;
  onObservationStaged?(request: FeedRequest): void;
  onFeedProgress?(request: FeedRequest, progress: Progress): void;
  onFeedEnd?(outcome: FeedOutcome): void;
  onPublishStep?(step: string, done: number, of: number): void;
  onRetry?(error: unknown, waitMs: number): void;
  /** Work of the schedule ended. */
  onScheduled?(summary: IngestSummary): void;
  onGarbage?(summary: GarbageSummary): void;
  onError?(error: unknown): void;
}

export interface IngestSummary {
  feeds: FeedOutcome[];
  /** Null when nothing was there to publish. */
  publication: PublicationOutcome | null;
  /** Why the publication failed. */
  publicationFailure: string | null;
  seconds: number;
  /** Seconds by step; feeds read side by side add up. */
  steps: Record<string, number>;
}

export interface FeedSelection {
  seller: string;
  feed?: string | undefined;
}

/** Every feed of the configuration, or those of a seller, or one. Throws when there is none such. */
export function selectFeeds(configuration: Configuration, selection?: FeedSelection): FeedRequest[] {
  const all = configuration.sellers.flatMap((seller) =>
    seller.feeds.map((feed) => ({ seller: seller.id, feed: feed.name })),
  );
  if (!selection) return all;
  const { seller, feed } = selection;
  const chosen = all.filter((one) => one.seller === seller && (feed === undefined || one.feed === feed));
  if (chosen.length > 0) return chosen;
  const known = all.map((one) => `${one.seller}/${one.feed}`);
  throw new Error(
    `no feed ${feed === undefined ? seller : `${seller}/${feed}`} is configured; there is ${known.join(', ')}`,
  );
}

/**
 * Runs the workflows in this process, one piece of work at a time: feeds that are due, then one publication
 * for all of them; again on schedule. Everything it does may be cut off at any instant and done again.
 */
export class EmbeddedEngine implements AsyncDisposable {
  readonly #settings: EngineSettings;
  readonly #listener: EngineListener;
  readonly #activities: Activities & AsyncDisposable;
  readonly #stop = new AbortController();
  readonly #clocks: Cron[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  #tickWaiting = false;
  #spent = { land: 0, stage: 0 };

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.#listener = settings.listener ?? {};
    this.#activities = this.#patient(createActivities({ ...settings, parallel: PARALLEL_FEEDS }));
  }

  /** Every feed of the configuration, or those of a seller, or one. Throws when there is none such. */
  feeds(selection?: FeedSelection): FeedRequest[] {
    return selectFeeds(this.#settings.configuration, selection);
  }

  /** The feeds to be read now: new files, or a schedule that came round since they were last read. */
  async due(): Promise<FeedRequest[]> {
    const runs = await KnownRuns.open(this.#settings.store);
    const due: FeedRequest[] = [];
    for (const seller of this.#settings.configuration.sellers)
      for (const feed of seller.feeds) {
        const mine = await runs.of({ seller: seller.id, feed: feed.name });
        // What cannot even be judged is due: reading it will tell why.
        const isIt = await isDue(feed, mine, this.#settings.now()).catch(() => true);
        if (isIt) due.push({ seller: seller.id, feed: feed.name });
      }
    return due;
  }

  /** True when staged runs wait that the newest snapshot does not hold (suspect and late ones among them). */
  async hasPending(): Promise<boolean> {
    const current = await currentManifest(this.#settings.store);
    const log = new RunLog(this.#settings.store, current?.manifest ?? null);
    return (await pendingRuns(this.#settings.store, log)).length > 0;
  }

  /** Ingests these feeds and publishes once. A feed that fails is told in the summary and stops no other. */
  ingest(requests: readonly FeedRequest[], publication: PublishRequest = {}): Promise<IngestSummary> {
    return this.#one(() => this.#ingest(requests, publication));
  }

  /** Ingests what is due. */
  ingestDue(): Promise<IngestSummary> {
    return this.#one(async () => this.#ingest(await this.due(), {}));
  }

  publish(request: PublishRequest = {}): Promise<PublicationOutcome> {
    return this.#one(() => this.#publish(request));
  }

  collectGarbage(request: GarbageRequest = {}): Promise<GarbageSummary> {
    return this.#one(() => collectGarbage(this.#activities, request));
  }

  /** From now on ingests what is due whenever a feed's schedule comes round, and collects garbage once a day. */
  followSchedule(): void {
    const feeds = this.#settings.configuration.sellers.flatMap((seller) => seller.feeds);
    for (const schedule of new Set(feeds.map((feed) => feed.schedule ?? DEFAULT_SCHEDULE)))
      this.#clocks.push(new Cron(schedule, { timezone: 'UTC', unref: true }, () => this.#tick()));
    this.#clocks.push(
      new Cron(GARBAGE_SCHEDULE, { timezone: 'UTC', unref: true }, () => {
        this.collectGarbage().then(
          (summary) => this.#listener.onGarbage?.(summary),
          (error: unknown) => this.#listener.onError?.(error),
        );
      }),
    );
  }

  /** Calls off what is being read and waits for it to end; a publication under way is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const clock of this.#clocks) clock.stop();
    this.#stop.abort();
    await this.#queue.catch(() => undefined);
    await this.#activities[Symbol.asyncDispose]();
  }

  /** Many schedules may come round together; one look at what is due serves them all. */
  #tick(): void {
    if (this.#tickWaiting) return;
    this.#tickWaiting = true;
    this.#one(async () => {
      this.#tickWaiting = false;
      return this.#ingest(await this.due(), {});
    }).then(
      (summary) => this.#listener.onScheduled?.(summary),
      (error: unknown) => this.#listener.onError?.(error),
    );
  }

  async #ingest(requests: readonly FeedRequest[], request: PublishRequest): Promise<IngestSummary> {
    const start = performance.now();
    this.#spent = { land: 0, stage: 0 };
    const waiting = [...requests];
    const feeds: FeedOutcome[] = [];
    const lane = async () => {
      for (let next = waiting.shift(); next && !this.#stop.signal.aborted; next = waiting.shift()) {
        this.#listener.onFeedStart?.(next);
        const outcome = await ingestFeed(this.#activities, next);
        this.#listener.onFeedEnd?.(outcome);
        feeds.push(outcome);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_FEEDS }, lane));
    // Their memory is the publication's now.
    await this.#activities[Symbol.asyncDispose]();
    const place = new Map(requests.map((one, index) => [`${one.seller}/${one.feed}`, index]));
    feeds.sort(
      (a, b) => (place.get(`${a.seller}/${a.feed}`) ?? 0) - (place.get(`${b.seller}/${b.feed}`) ?? 0),
    );
    const summary: IngestSummary = {
      feeds,
      publication: null,
      publicationFailure: null,
      seconds: 0,
      steps: {},
    };
    if (!this.#stop.signal.aborted) {
      try {
        summary.publication = await this.#publish(request);
      } catch (error) {
        summary.publicationFailure = error instanceof Error ? error.message : String(error);
      }
    }
    summary.seconds = (performance.now() - start) / 1000;
    summary.steps = { ...this.#spent, ...summary.publication?.seconds };
    return summary;
  }

  async #publish(request: PublishRequest): Promise<PublicationOutcome> {
    const outcome = await publishSnapshot(this.#activities, [{ request, urgent: true }], delay);
    if (outcome === null) throw new Error('a publication was asked for and none was made');
    return outcome;
  }

  /** The activities with retries around them, reporting what they do. */
  #patient(warehouse: WarehouseActivities): Activities & AsyncDisposable {
    const sleep = (ms: number) => delay(ms, undefined, { signal: this.#stop.signal });
    const context: ActivityContext = {
      now: this.#settings.now,
      onFeedProgress: (request, progress) => this.#listener.onFeedProgress?.(request, progress),
      onPublishStep: (step, done, of) => this.#listener.onPublishStep?.(step, done, of),
    };
    const inContext =
      <Request, Answer>(work: (request: Request, context: ActivityContext) => Answer, signal?: AbortSignal) =>
      (request: Request) =>
        work(request, { ...context, signal });
    const onRetry = (error: unknown, waitMs: number) => this.#listener.onRetry?.(error, waitMs);
    const land = withRetries(inContext(warehouse.land, this.#stop.signal), {
      policy: FEED_RETRY,
      sleep,
      onRetry,
    });
    const stage = withRetries(inContext(warehouse.stage, this.#stop.signal), {
      policy: FEED_RETRY,
      sleep,
      onRetry,
    });
    return {
      land: async (request) => {
        const landed = await this.#timed('land', () => land(request));
        this.#listener.onObservations?.(request, landed.length);
        return landed;
      },
      stage: async (request) => {
        const outcome = await this.#timed('stage', () => stage(request));
        this.#listener.onObservationStaged?.(request);
        return outcome;
      },
      // Every round ends with a publication, whatever was staged.
      requestPublication: () => Promise.resolve(),
      publish: withRetries(inContext(warehouse.publish), { policy: PUBLISH_RETRY, sleep, onRetry }),
      collectGarbage: withRetries(inContext(warehouse.collectGarbage), {
        policy: PUBLISH_RETRY,
        sleep,
        onRetry,
      }),
      [Symbol.asyncDispose]: () => warehouse[Symbol.asyncDispose](),
    };
  }

  async #timed<T>(step: 'land' | 'stage', work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.#spent[step] += (performance.now() - start) / 1000;
    }
  }

  /** One piece of work after another. */
  #one<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result;
    return result;
  }
}

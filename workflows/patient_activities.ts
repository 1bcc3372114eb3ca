import { setTimeout as delay } from 'node:timers/promises';
import { turnstile } from '../warehouse/turnstile.ts';
import { createActivities, type WarehouseActivities } from './activities.ts';
import type { ActivityContext } from './activity_deps.ts';
import type { EngineListener, EngineSettings } from './engine_settings.ts';
import { nameOf } from './feed_selection.ts';
import type { Activities, FeedRequest } from './messages.ts';
import { isTransient, withRetries } from './retry.ts';
import { PUBLISH_RETRY } from './retry_policy.ts';

/** Feeds staged at the same time: one reads and unpacks while the other computes. */
const PARALLEL_FEEDS = 2;

/** The activities within this process: with retries around publications, what failed and what it took noted. */
export class PatientActivities implements Activities, AsyncDisposable {
  /** Feeds (`seller/feed`) whose last try failed of something that may pass, and of what. */
  readonly passing = new Map<string, unknown>();
  /** Seconds of work since `begin`, of all feeds together. */
  spent = { land: 0, stage: 0 };
  readonly publish: Activities['publish'];
  readonly collectGarbage: Activities['collectGarbage'];
  readonly refreshMedia: Activities['refreshMedia'];
  readonly #settings: EngineSettings;
  readonly #listener: EngineListener;
  readonly #warehouse: WarehouseActivities;
  readonly #context: ActivityContext;
  readonly #inTurn = turnstile(PARALLEL_FEEDS);

  /** `signal` calls off what is being read; a publication under way is finished. */
  constructor(settings: EngineSettings, signal: AbortSignal) {
    this.#settings = settings;
    this.#listener = settings.listener ?? {};
    this.#warehouse = createActivities({ ...settings, parallel: PARALLEL_FEEDS });
    const listener = this.#listener;
    const context: ActivityContext = {
      now: settings.now,
      onFeedProgress: (request, progress) => listener.onFeedProgress?.(request, progress),
      onPublishStep: (step, done, of) => listener.onPublishStep?.(step, done, of),
      onMediaProgress: (done, of) => listener.onMediaProgress?.(done, of),
    };
    this.#context = { ...context, signal };
    const patiently = {
      policy: PUBLISH_RETRY,
      sleep: (ms: number) => delay(ms, undefined, { signal }),
      onRetry: (error: unknown, waitMs: number) => listener.onRetry?.(error, waitMs),
    };
    const { publish, collectGarbage, refreshMedia } = this.#warehouse;
    this.publish = withRetries((request) => publish(request, context), patiently);
    this.collectGarbage = withRetries((request) => collectGarbage(request, context), patiently);
    this.refreshMedia = withRetries((request) => refreshMedia(request, this.#context), patiently);
  }

  /** A round of feeds begins: what is said of them from now on is of this round. */
  begin(requests: readonly FeedRequest[]): void {
    for (const request of requests) this.passing.delete(nameOf(request));
    this.spent = { land: 0, stage: 0 };
  }

  async land(request: FeedRequest) {
    // Fetching is waiting; a file of this machine is work like staging.
    const work = () =>
      this.#timed('land', () => this.#noting(request, this.#warehouse.land(request, this.#context)));
    const landed = await (this.#isFetched(request) ? work() : this.#inTurn(work));
    this.#listener.onObservations?.(request, landed.length);
    return landed;
  }

  async stage(request: Parameters<Activities['stage']>[0]) {
    const work = () => this.#noting(request, this.#warehouse.stage(request, this.#context));
    const outcome = await this.#inTurn(() => this.#timed('stage', work));
    this.#listener.onObservationStaged?.(request);
    return outcome;
  }

  /** Every round ends with a publication, whatever was staged. */
  requestPublication(): Promise<void> {
    return Promise.resolve();
  }

  /** Lets go of the memory that reading took; the next work takes it anew. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#warehouse[Symbol.asyncDispose]();
  }

  #isFetched({ seller, feed }: FeedRequest): boolean {
    const { sellers } = this.#settings.configuration;
    const settings = sellers.find(({ id }) => id === seller)?.feeds.find(({ name }) => name === feed);
    return /^https?:/.test(settings?.url ?? '');
  }

  /** The work, noting that a feed failed of something that may pass: it is tried again once others are published. */
  async #noting<Answer>(request: FeedRequest, work: Promise<Answer>): Promise<Answer> {
    try {
      return await work;
    } catch (error) {
      if (isTransient(error)) this.passing.set(nameOf(request), error);
      throw error;
    }
  }

  async #timed<T>(step: 'land' | 'stage', work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      this.spent[step] += (performance.now() - start) / 1000;
    }
  }
}

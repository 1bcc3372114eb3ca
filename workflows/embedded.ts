import { setTimeout as delay } from 'node:timers/promises';
import { Cron } from 'croner';
import { publishersOf } from '../pipelines/domain/settings/publisher_settings.ts';
import { isDue } from '../pipelines/feeds/due.ts';
import { DEFAULT_SCHEDULE } from '../pipelines/history/series.ts';
import { inTurn } from '../pipelines/snapshot/summary.ts';
import { KnownRuns } from '../warehouse/known_runs.ts';
import { currentManifest } from '../warehouse/manifest.ts';
import { RunLog } from '../warehouse/run_log.ts';
import { pendingRuns } from '../warehouse/runs.ts';
import { collectGarbage, GARBAGE_SCHEDULE } from './collect_garbage.ts';
import type { EngineListener, EngineSettings } from './engine_settings.ts';
import { readSideBySide } from './feed_lanes.ts';
import { type FeedSelection, nameOf, selectFeeds } from './feed_selection.ts';
import { ingestFeed } from './ingest_feed.ts';
import { asLaid, bothRounds, type IngestSummary } from './ingest_summary.ts';
import type {
  FeedOutcome,
  FeedRequest,
  GarbageRequest,
  GarbageSummary,
  MediaSummary,
  PublicationOutcome,
  PublishRequest,
} from './messages.ts';
import { PatientActivities } from './patient_activities.ts';
import { publishSnapshot } from './publish_snapshot.ts';
import { MEDIA_SCHEDULE, refreshMedia } from './refresh_media.ts';
import { FEED_RETRY, type RetryPolicy } from './retry_policy.ts';

export type { Decisions } from './activity_deps.ts';
export type { EngineListener, EngineSettings } from './engine_settings.ts';
export { type FeedSelection, selectFeeds } from './feed_selection.ts';
export type { IngestSummary } from './ingest_summary.ts';
export type {
  FeedOutcome,
  FeedRequest,
  GarbageSummary,
  MediaSummary,
  PublicationOutcome,
} from './messages.ts';

/** Feeds being read; fetching is waiting, and a server that does not answer must not keep others from theirs. */
const LANES = 16;
/** What was read is published once nothing more came for so long, though some feeds are still outstanding. */
const PATIENCE_MS = 15_000;

/**
 * Runs the workflows in this process, one piece of work at a time: feeds that are due, then one publication
 * for all of them; again on schedule. Everything it does may be cut off at any instant and done again.
 */
export class EmbeddedEngine implements AsyncDisposable {
  readonly #settings: EngineSettings;
  readonly #listener: EngineListener;
  readonly #activities: PatientActivities;
  readonly #stop = new AbortController();
  readonly #feedRetry: RetryPolicy;
  readonly #clocks: Cron[] = [];
  #queue: Promise<unknown> = Promise.resolve();
  #mediaQueue: Promise<unknown> = Promise.resolve();
  #tickWaiting = false;
  /** Feeds that wait to be tried again. */
  readonly #waiting = new Set<string>();

  constructor(settings: EngineSettings) {
    this.#settings = settings;
    this.#listener = settings.listener ?? {};
    this.#feedRetry = settings.feedRetry ?? FEED_RETRY;
    this.#activities = new PatientActivities(settings, this.#stop.signal);
  }

  /** Every feed of the configuration, or those of a seller, or one. Throws when there is none such. */
  feeds(selection?: FeedSelection): FeedRequest[] {
    return selectFeeds(this.#settings.configuration, selection);
  }

  /** The feeds to be read now: new files, or a schedule that came round since they were last read. */
  async due(): Promise<FeedRequest[]> {
    const runs = await KnownRuns.open(this.#settings.store);
    const due: FeedRequest[] = [];
    for (const seller of publishersOf(this.#settings.configuration))
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

  /**
   * Ingests these feeds and publishes. A feed that fails is told in the summary and stops no other: one whose trouble
   * may pass is tried again after what could be read is published, and published for itself.
   */
  ingest(requests: readonly FeedRequest[], publication: PublishRequest = {}): Promise<IngestSummary> {
    return this.#untilRead(() => [...requests], publication);
  }

  /** Ingests what is due. */
  ingestDue(): Promise<IngestSummary> {
    return this.#untilRead(() => this.due(), {});
  }

  publish(request: PublishRequest = {}): Promise<PublicationOutcome> {
    return this.#one(() => this.#publish(request));
  }

  /**
   * Fetches pictures and videos that are due. It has a queue of its own: feeds and publications do not wait for it, nor
   * it for them.
   */
  refreshMedia(): Promise<MediaSummary> {
    const work = () => refreshMedia(this.#activities, {});
    const result = this.#mediaQueue.then(work, work);
    this.#mediaQueue = result;
    return result;
  }

  collectGarbage(request: GarbageRequest = {}): Promise<GarbageSummary> {
    return this.#one(() => collectGarbage(this.#activities, request));
  }

  /** From now on ingests what is due whenever a feed's schedule comes round, and collects garbage once a day. */
  followSchedule(): void {
    const feeds = publishersOf(this.#settings.configuration).flatMap((seller) => seller.feeds);
    for (const schedule of new Set(feeds.map((feed) => feed.schedule ?? DEFAULT_SCHEDULE)))
      this.#clocks.push(new Cron(schedule, { timezone: 'UTC', unref: true }, () => this.#tick()));
    this.#clocks.push(
      new Cron(
        this.#settings.configuration.media?.schedule ?? MEDIA_SCHEDULE,
        { timezone: 'UTC', unref: true, protect: true },
        () =>
          this.refreshMedia().then(
            (summary) => this.#listener.onMedia?.(summary),
            (error: unknown) => this.#failed(error),
          ),
      ),
    );
    this.#clocks.push(
      new Cron(GARBAGE_SCHEDULE, { timezone: 'UTC', unref: true }, () => {
        this.collectGarbage().then(
          (summary) => this.#listener.onGarbage?.(summary),
          (error: unknown) => this.#failed(error),
        );
      }),
    );
  }

  /** Calls off what is being read and waits for it to end; a publication under way is finished. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const clock of this.#clocks) clock.stop();
    this.#stop.abort();
    await this.#queue.catch(() => undefined);
    await this.#mediaQueue.catch(() => undefined);
    await this.#activities[Symbol.asyncDispose]();
  }

  /** What failed by itself; what was called off as the engine ends did not. */
  #failed(error: unknown): void {
    const isCalledOff = this.#stop.signal.aborted && error instanceof Error && error.name === 'AbortError';
    if (!isCalledOff) this.#listener.onError?.(error);
  }

  /** Many schedules may come round together; one look at what is due serves them all. */
  #tick(): void {
    if (this.#tickWaiting) return;
    this.#tickWaiting = true;
    this.#untilRead(
      async () => {
        this.#tickWaiting = false;
        return (await this.due()).filter((one) => !this.#waiting.has(nameOf(one)));
      },
      {},
      (summary) => this.#listener.onScheduled?.(summary),
    ).catch((error: unknown) => this.#failed(error));
  }

  /**
   * A first round, then further ones for the feeds that may fare better later; other work may come in between.
   * `first` says what to read once it is this work's turn.
   */
  async #untilRead(
    first: () => FeedRequest[] | Promise<FeedRequest[]>,
    publication: PublishRequest,
    onRound: (summary: IngestSummary) => void = () => undefined,
  ): Promise<IngestSummary> {
    const start = performance.now();
    let round = await this.#one(async () => this.#round(await first(), publication, 1));
    let { summary } = round;
    onRound(summary);
    const { attempts, first_wait_ms, factor } = this.#feedRetry;
    for (let attempt = 2, wait = first_wait_ms; attempt <= attempts; attempt++, wait *= factor) {
      const { again } = round;
      if (again.length === 0 || !(await this.#rest(again, wait))) break;
      round = await this.#one(() => this.#round(again, publication, attempt));
      onRound(round.summary);
      summary = bothRounds(summary, round.summary);
    }
    return { ...summary, seconds: (performance.now() - start) / 1000 };
  }

  /** Waits before feeds are tried again; meanwhile no schedule reads them. False when everything is called off. */
  async #rest(feeds: readonly FeedRequest[], waitMs: number): Promise<boolean> {
    for (const feed of feeds) {
      this.#waiting.add(nameOf(feed));
      this.#listener.onRetry?.(this.#activities.passing.get(nameOf(feed)), waitMs);
    }
    await delay(waitMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    for (const feed of feeds) this.#waiting.delete(nameOf(feed));
    return !this.#stop.signal.aborted;
  }

  /**
   * Reads feeds and publishes what they brought; where a first try brought nothing, what was decided or configured
   * since. Says which of them failed of something that may pass.
   */
  async #round(
    requests: readonly FeedRequest[],
    request: PublishRequest,
    attempt: number,
  ): Promise<{ summary: IngestSummary; again: FeedRequest[] }> {
    const start = performance.now();
    this.#activities.begin(requests);
    let early: PublicationOutcome | null = null;
    const feeds = await readSideBySide(requests, {
      lanes: LANES,
      signal: this.#stop.signal,
      read: (one) => this.#read(one, attempt),
      patienceMs: this.#settings.patienceMs ?? PATIENCE_MS,
      // What fails here fails again, and is told, once all feeds have ended.
      onPatienceEnd: async () => {
        const published = await this.#publish(request).catch(() => null);
        early = early && published ? inTurn(early, published) : (published ?? early);
      },
    });
    // Their memory is the publication's now.
    await this.#activities[Symbol.asyncDispose]();
    const summary: IngestSummary = {
      feeds,
      publication: early,
      publicationFailure: null,
      seconds: 0,
      steps: {},
    };
    const brought = feeds.some((feed) => feed.runs.length > 0);
    if (!this.#stop.signal.aborted && (attempt === 1 || brought)) {
      try {
        const last = await this.#publish(request);
        summary.publication = early ? inTurn(early, last) : last;
      } catch (error) {
        summary.publicationFailure = error instanceof Error ? error.message : String(error);
      }
    }
    summary.feeds = asLaid(feeds, summary.publication);
    summary.seconds = (performance.now() - start) / 1000;
    summary.steps = { ...this.#activities.spent, ...summary.publication?.seconds };
    const again = requests.filter((one) => this.#activities.passing.has(nameOf(one)));
    return { summary, again };
  }

  async #read(request: FeedRequest, attempt: number): Promise<FeedOutcome> {
    if (attempt === 1) this.#listener.onFeedStart?.(request);
    const outcome = await ingestFeed(this.#activities, request);
    const isTriedAgain = this.#activities.passing.has(nameOf(request)) && attempt < this.#feedRetry.attempts;
    if (!isTriedAgain) this.#listener.onFeedEnd?.(outcome);
    return outcome;
  }

  async #publish(request: PublishRequest): Promise<PublicationOutcome> {
    const outcome = await publishSnapshot(this.#activities, [{ request, urgent: true }], delay);
    if (outcome === null) throw new Error('a publication was asked for and none was made');
    return outcome;
  }

  /** One piece of work after another. */
  #one<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work, work);
    this.#queue = result;
    return result;
  }
}

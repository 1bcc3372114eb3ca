import { formatId, type Key, newestListingKey } from '../../pipelines/domain/key.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { decisionHolds } from '../../pipelines/domain/match_decision.ts';
import {
  orderedPair,
  parseReviewId,
  type ReviewReason,
  reviewId,
  revisionOf,
} from '../../pipelines/domain/review.ts';
import { loadSql, type SqlParameters } from '../database.ts';
import type { NotedMatchDecision } from '../state/match_decisions.ts';
import { ReviewQueue, type ReviewQueueSettings } from './review_queue.ts';
import type { Snapshot } from './snapshot.ts';

/** The last decision about a pair. */
export interface ReviewDecision extends NotedMatchDecision {
  /** False when a listing changed since, which voids the decision. */
  holds: boolean;
}

/** Beside a pair of the queue: what the left one may be instead, and the listing that stands in the way. */
export interface BesideReview {
  rival: Listing | null;
  in_the_way: Listing | null;
}

/** Two listings that a person should look at, or has looked at. */
export interface Review {
  /** `rev_` and 16 hexadecimal digits, for ever the same for these two listings. */
  id: string;
  /** The listing that was looked a place for; the one with the smaller key when the pair is not in the queue. */
  left: Listing;
  /** The listing it may belong to. */
  right: Listing;
  /** Listing keys, the smaller first: as decisions have them. */
  pair: readonly [Key, Key];
  /** Content hashes as they are now, in the order of `pair`. */
  contents: readonly [bigint, bigint];
  /** Names what both listings say of themselves now; see pipelines/domain/review.ts. */
  revision: string;
  /** How the pair stands in the queue; null when it is not in it. */
  queued: { rank: number; probability: number; reason: ReviewReason; levels: string } | null;
  /** Null when nobody has decided. */
  decision: ReviewDecision | null;
}

export interface ReviewFilter {
  /** Either listing is of this seller. */
  seller?: string | undefined;
  reason?: ReviewReason | undefined;
  minProbability?: number | undefined;
  /** Leaves out pairs with a decision that holds. */
  undecided?: boolean | undefined;
}

/** Where a page of the queue ended: sort key of its last review. */
export interface ReviewPosition {
  rank: number;
  probability: number;
  low: Key;
  high: Key;
}

export interface ReviewPage extends ReviewFilter {
  limit: number;
  after?: ReviewPosition | undefined;
}

interface QueueRow {
  left_listing_key: string | null;
  right_listing_key: string | null;
  probability: number | null;
  reason: ReviewReason | null;
  levels: string | null;
  queue_rank: number | null;
  rival_key?: string | null;
  in_the_way_key?: string | null;
  low_content: string;
  high_content: string;
}

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** The queue of one snapshot, with what people decided since. */
export class Reviews {
  readonly #snapshot: Snapshot;
  readonly #decisions: ReadonlyMap<string, NotedMatchDecision>;
  readonly #openQueue: (snapshot: Snapshot) => Promise<ReviewQueue>;

  /** `decisions`: the one that holds for each pair. */
  constructor(snapshot: Snapshot, decisions: readonly NotedMatchDecision[], queue: ReviewQueueSettings) {
    this.#snapshot = snapshot;
    this.#decisions = new Map(
      decisions.map((decision) => [reviewId(decision.left, decision.right), decision]),
    );
    this.#openQueue = ReviewQueue.openWith(queue);
  }

  /** A page of the queue, in its order: what is most worth asking first (pipelines/match/publish/review_queue.ts). */
  async page(page: ReviewPage): Promise<Review[]> {
    const { seller, reason, minProbability = 0, undecided = false, limit, after } = page;
    const feeds = this.#snapshot.feeds().filter((feed) => feed.seller === seller);
    const rows = await this.#rows<QueueRow>('read reviews', sql('reviews'), {
      decided: JSON.stringify([...this.#decisions.values()], withoutBigints),
      feeds: seller === undefined ? null : JSON.stringify(feeds.map(({ feed_no }) => feed_no)),
      reason: reason ?? null,
      min_probability: minProbability,
      undecided,
      after_rank: after?.rank ?? null,
      after_probability: after?.probability ?? null,
      after_low: after ? String(after.low) : null,
      after_high: after ? String(after.high) : null,
      limit,
    });
    const reviews: Review[] = [];
    for (const row of rows)
      reviews.push(
        await this.#review(
          row,
          BigInt(row.left_listing_key as string),
          BigInt(row.right_listing_key as string),
        ),
      );
    return reviews;
  }

  /** The pair with this id: one in the queue, or one that was decided on. Null when there is none such. */
  async byId(id: string): Promise<Review | null> {
    const decision = this.#decisions.get(id);
    if (decision) return this.ofPair(decision.left, decision.right);
    const key = parseReviewId(id);
    if (key === null) return null;
    const [row] = await this.#rows<{ left_listing_key: string; right_listing_key: string }>(
      'find review',
      sql('review_by_key'),
      { key: String(key) },
    );
    return row ? this.ofPair(BigInt(row.left_listing_key), BigInt(row.right_listing_key)) : null;
  }

  /** Key of the listing that a seller's sku names now, be it there or not. */
  keyOf(seller: string, sku: string): Key {
    return newestListingKey(seller, sku, (key) => this.#snapshot.find(key) !== null);
  }

  /** Any two listings of the snapshot, in the queue or not. Null when one of them is not there. */
  async ofPair(one: Key, other: Key): Promise<Review | null> {
    const [low, high] = orderedPair(one, other);
    const [row] = await this.#rows<QueueRow>('find review', sql('review_of_pair'), {
      low: String(low),
      high: String(high),
    });
    if (!row) return null;
    const left = row.left_listing_key === null ? low : BigInt(row.left_listing_key);
    return this.#review(row, left, left === low ? high : low);
  }

  async #review(row: QueueRow, leftKey: Key, rightKey: Key): Promise<Review> {
    const pair = orderedPair(leftKey, rightKey);
    const contents = [BigInt(row.low_content), BigInt(row.high_content)] as const;
    const id = reviewId(...pair);
    const decision = this.#decisions.get(id);
    const { probability, reason, levels, queue_rank: rank } = row;
    return {
      id,
      left: await readListing(this.#snapshot, leftKey),
      right: await readListing(this.#snapshot, rightKey),
      pair,
      contents,
      revision: revisionOf(...contents),
      queued:
        rank === null || probability === null || reason === null || levels === null
          ? null
          : { rank, probability, reason, levels },
      decision: decision ? { ...decision, holds: decisionHolds(decision, ...contents) } : null,
    };
  }

  /** What stands beside a pair, as it was when the snapshot was published. */
  async beside({ pair: [low, high] }: Pick<Review, 'pair'>): Promise<BesideReview> {
    const [row] = await this.#rows<QueueRow>('find what is beside a review', sql('review_of_pair'), {
      low: String(low),
      high: String(high),
    });
    return {
      rival: await this.#listingOf(row?.rival_key),
      in_the_way: await this.#listingOf(row?.in_the_way_key),
    };
  }

  async #listingOf(key: string | null | undefined): Promise<Listing | null> {
    return key ? readListing(this.#snapshot, BigInt(key)) : null;
  }

  async #rows<T>(step: string, text: string, parameters: SqlParameters): Promise<T[]> {
    const queue = await this.#snapshot.hold(this.#openQueue);
    return queue.rows<T>(step, text, parameters);
  }
}

/** Where the page after this review begins. */
export function positionOf({ queued, pair: [low, high] }: Review): ReviewPosition {
  return { rank: queued?.rank ?? 0, probability: queued?.probability ?? 0, low, high };
}

/** A listing by its key. Throws when the snapshot has none such. */
async function readListing(snapshot: Snapshot, key: Key): Promise<Listing> {
  const offerId = formatId('offer', key);
  const found = snapshot.find(key);
  const [product] = found ? await snapshot.products([found.product_no]) : [];
  const listing = product?.listings.find((candidate) => candidate.offer_id === offerId);
  if (!listing)
    throw new Error(
      `the listing ${offerId} of the review queue is not in ${snapshot.id}; run \`commerce-index rebuild\``,
    );
  return listing;
}

/** For JSON that DuckDB reads: 64-bit numbers as texts. */
function withoutBigints(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listingKey } from '../../../pipelines/domain/key.ts';
import { parseReviewId, reviewId } from '../../../pipelines/domain/review.ts';
import { openMatchModel } from '../../../pipelines/match/titles/score/model_file.ts';
import { explainLevels, explainListings } from '../../../pipelines/match/titles/score/pair_explanation.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import type { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { positionOf, type Review, type ReviewFilter, Reviews } from '../../../warehouse/reads/reviews.ts';
import type { NotedMatchDecision } from '../../../warehouse/state/match_decisions.ts';
import { ALPHA, doubtfulMarket } from '../../pipelines/snapshot/doubtful_market.ts';
import type { TestMarket } from '../../pipelines/snapshot/market.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await doubtfulMarket();
});
afterAll(() => market[Symbol.asyncDispose]());

const reviewsOf = (snapshot: OpenSnapshot, decisions: readonly NotedMatchDecision[] = []) =>
  new Reviews(snapshot, decisions, { memoryLimit: '256MiB', spill: join(market.root, 'spill') });

const queue = (filter: ReviewFilter = {}, decisions: readonly NotedMatchDecision[] = []): Promise<Review[]> =>
  market.read((snapshot) => reviewsOf(snapshot, decisions).page({ ...filter, limit: 1_000 }));

const keyOf = ({ seller, sku }: Review['left']) => listingKey(seller, sku);

function decisionOn(review: Review, parts: Partial<NotedMatchDecision> = {}): NotedMatchDecision {
  const [left, right] = review.pair;
  const [left_content, right_content] = review.contents;
  return {
    left,
    right,
    left_content,
    right_content,
    verdict: 'same',
    note: null,
    decided_by: 'ada',
    decided_at: '2026-02-01T00:00:00.000Z',
    ...parts,
  };
}

describe('the review queue', () => {
  test('holds what publication left to people, in the order it gave', async () => {
    const stored = await market.read(async (snapshot) => {
      await using database = await Database.open({
        memoryLimit: '256MiB',
        spill: join(market.root, 'spill'),
      });
      return await database.rows<Record<string, string | number>>(
        'read',
        `select left_listing_key, right_listing_key, probability::double as probability, reason, levels, queue_rank as rank
         from read_parquet(${fileList(snapshot.files('reviews'))})`,
      );
    });
    const found = await queue();
    expect(found.length).toBeGreaterThan(5);
    expect(
      found.map(({ left, right, queued }) => ({
        left_listing_key: String(keyOf(left)),
        right_listing_key: String(keyOf(right)),
        ...queued,
      })),
    ).toEqual(
      // Kept in four bytes, .89 would be told as .8899999856948853.
      stored
        .toSorted((a, b) => Number(a['rank']) - Number(b['rank']))
        .map((row) => ({ ...row, probability: Number(Number(row['probability']).toFixed(4)) })),
    );
    expect(found.map(({ queued }) => queued?.rank)).toEqual(found.map((_, at) => at + 1));
    for (const { left, right, contents, decision } of found) {
      expect(left.variant_id).not.toBe(right.variant_id);
      expect([...contents].every((hash) => hash > 0n)).toBe(true);
      expect(decision).toBeNull();
    }
  });

  test('is walked page by page without loss or repetition, also where probabilities are equal', async () => {
    const whole = await queue();
    const walked: string[] = [];
    await market.read(async (snapshot) => {
      const reviews = reviewsOf(snapshot);
      for (let last: Review | undefined; ; ) {
        const page = await reviews.page({ limit: 3, after: last && positionOf(last) });
        walked.push(...page.map(({ id }) => id));
        last = page.at(-1);
        if (!last) break;
      }
    });
    expect(walked).toEqual(whole.map(({ id }) => id));
    expect(new Set(walked).size).toBe(walked.length);
  });

  test('is filtered by seller, reason and probability', async () => {
    const whole = await queue();
    const least = whole[Math.floor(whole.length / 2)]?.queued?.probability ?? 0;
    const ids = (reviews: Review[]) => reviews.map(({ id }) => id);
    expect(ids(await queue({ minProbability: least }))).toEqual(
      ids(whole.filter(({ queued }) => (queued?.probability ?? 0) >= least)),
    );
    expect(ids(await queue({ seller: 'alpha' }))).toEqual(
      ids(whole.filter(({ left, right }) => left.seller === 'alpha' || right.seller === 'alpha')),
    );
    expect(await queue({ seller: 'nobody' })).toEqual([]);
    expect(ids(await queue({ reason: 'below_threshold' }))).toEqual(
      ids(whole.filter(({ queued }) => queued?.reason === 'below_threshold')),
    );
    expect(await queue({ reason: 'different_gtins', minProbability: 1 })).toEqual([]);
  });

  test('finds a pair by its id and by its listings, in either order', async () => {
    const whole = await queue();
    await market.read(async (snapshot) => {
      const reviews = reviewsOf(snapshot);
      for (const review of whole.slice(0, 4)) {
        expect(await reviews.byId(review.id)).toEqual(review);
        expect(await reviews.ofPair(keyOf(review.right), keyOf(review.left))).toEqual(review);
      }
      expect(await reviews.byId('rev_0000000000000000')).toBeNull();
      expect(await reviews.byId('off_0000000000000000')).toBeNull();
      expect(await reviews.ofPair(1n, keyOf((whole[0] as Review).left))).toBeNull();
      const coded = await reviews.ofPair(listingKey('alpha', 's30'), listingKey('beta', 's30'));
      expect(coded).toMatchObject({ queued: null, decision: null });
      expect(coded?.left.variant_id).toBe(coded?.right.variant_id);
    });
  });

  test('shows what was decided, and leaves out what is decided when asked to', async () => {
    const whole = await queue();
    const [first, second] = whole as [Review, Review];
    const said = decisionOn(first);
    const stale = decisionOn(second, { right_content: second.contents[1] ^ 1n });
    const found = await queue({}, [said, stale]);
    expect(found.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(found[0]?.decision).toEqual({ ...said, holds: true });
    expect(found[1]?.decision).toEqual({ ...stale, holds: false });
    const open = await queue({ undecided: true }, [said, stale]);
    expect(open.map(({ id }) => id)).toEqual(whole.slice(1).map(({ id }) => id));
  });

  test('finds a decided pair that was never in it, until a listing leaves', async () => {
    await market.read(async (snapshot) => {
      const [left, right] = [listingKey('alpha', 's30'), listingKey('beta', 's31')].sort((a, b) =>
        a < b ? -1 : 1,
      ) as [bigint, bigint];
      const decision: NotedMatchDecision = {
        left,
        right,
        left_content: 1n,
        right_content: 2n,
        verdict: 'different',
        note: null,
        decided_by: 'ada',
        decided_at: '2026-02-01T00:00:00.000Z',
      };
      const id = reviewId(left, right);
      expect(await reviewsOf(snapshot, [decision]).byId(id)).toMatchObject({
        id,
        queued: null,
        decision: { verdict: 'different', holds: false },
      });
      const nowhere = { ...decision, left: 1n };
      expect(await reviewsOf(snapshot, [nowhere]).byId(reviewId(1n, right))).toBeNull();
    });
  });
});

test('the levels that were kept are those of the listings as they are served', async () => {
  const whole = await queue();
  await market.read(async (snapshot) => {
    const model = await openMatchModel(snapshot.matchModel() ?? '');
    for (const { left, right, queued } of whole) {
      if (!queued) throw new Error('the page holds a pair that is not in the queue');
      const { levels, probability } = queued;
      expect(explainListings(model, left, right, probability)).toEqual(
        explainLevels(model, levels, probability),
      );
    }
  });
});

describe('the revision of a review', () => {
  test('changes when a listing says something else of itself, and not with its price', async () => {
    await using own = await market.copy();
    const revisionsOf = () =>
      own.read(async (snapshot) => {
        const found = await reviewsOf(snapshot).ofPair(
          listingKey('alpha', 's400'),
          listingKey('beta', 's400'),
        );
        return [found?.revision, String(found?.contents)];
      });
    const changed = (parts: object) => ALPHA.map((row) => (row.sku === 's400' ? { ...row, ...parts } : row));
    const before = await revisionsOf();
    await own.observe('alpha', '2026-01-02', changed({ price: '77.00' }));
    await own.publish();
    expect(await revisionsOf()).toEqual(before);
    await own.observe('alpha', '2026-01-03', changed({ title: 'Something else altogether' }));
    await own.publish();
    const after = await revisionsOf();
    expect(after).not.toEqual(before);
    expect(after[0]).toMatch(/^[0-9a-f]{32}$/);
  });
});

test('ids are of a pair in either order and have 16 digits', () => {
  expect(reviewId(3n, 2n ** 64n - 1n)).toBe(reviewId(2n ** 64n - 1n, 3n));
  expect(reviewId(3n, 4n)).toMatch(/^rev_[0-9a-f]{16}$/);
  expect(parseReviewId(reviewId(3n, 4n))).not.toBeNull();
  for (const text of ['rev_', 'rev_123', `${reviewId(3n, 4n)}0`, 'REV_0000000000000000'])
    expect(parseReviewId(text)).toBeNull();
});

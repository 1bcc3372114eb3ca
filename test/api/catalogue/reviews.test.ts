import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '../../../api/http/operation.ts';
import { listingKey } from '../../../pipelines/domain/key.ts';
import { queueOrder } from '../../pipelines/match/listing_identity.ts';
import { ALPHA, doubtfulMarket } from '../../pipelines/snapshot/doubtful_market.ts';
import type { TestMarket } from '../../pipelines/snapshot/market.ts';
import { type Answer, indexServer } from '../index_server.ts';

interface ReviewBody {
  id: string;
  probability: number | null;
  reason: string | null;
  left: { seller: string; sku: string; title: string; variant_id: string; product_id: string };
  right: ReviewBody['left'];
  joined: boolean;
  revision: string;
  decision: { verdict: string; decided_by: string; note: string | null; holds: boolean } | null;
  log: { verdict: string; decided_by: string; note: string | null }[];
  explanation: {
    prior_bits: number;
    total_bits: number;
    probability: number;
    steps: { comparison: string; found: string; bits: number }[];
    words: string[];
  } | null;
}
interface ListBody {
  reviews: ReviewBody[];
  next_cursor: string | null;
}

let market: TestMarket;
beforeAll(async () => {
  market = await doubtfulMarket();
});
afterAll(() => market[Symbol.asyncDispose]());

type Server = Awaited<ReturnType<typeof indexServer>>;

/** The newest snapshot, served for the length of `work`. */
function served<T>(work: (server: Server) => Promise<T>, of: TestMarket = market): Promise<T> {
  return of.read(async (snapshot) => work(await indexServer(snapshot)));
}

const list = async (server: Server, query = ''): Promise<ListBody> =>
  (await server.get<ListBody>(`/v1/reviews?limit=100${query}`)).body;

const pairOf = ({ left, right }: ReviewBody) =>
  encodeURIComponent(`${left.seller}:${left.sku}=${right.seller}:${right.sku}`);

/** A request with a key of its own. */
async function as(server: Server, owner: string, scopes: readonly Scope[]) {
  const { token } = await server.state.keys.create({ owner, scopes });
  const headers = { authorization: `Bearer ${token}` };
  return async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await server.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
}

const keyOf = ({ seller, sku }: ReviewBody['left']) => listingKey(seller, sku);

describe('GET /v1/reviews', () => {
  test('walks the queue by cursor, in its order', () =>
    served(async (server) => {
      const { reviews } = await list(server);
      expect(reviews.length).toBeGreaterThan(4);
      const order = await market.read((snapshot) => queueOrder(snapshot.files('reviews')));
      expect(reviews.map(({ left, right }) => [left, right].map(keyOf))).toEqual(order);
      const walked: string[] = [];
      for (let url: string | null = '/v1/reviews?limit=2'; url; ) {
        const { body }: Answer<ListBody> = await server.get<ListBody>(url);
        walked.push(...body.reviews.map(({ id }) => id));
        url = body.next_cursor && `/v1/reviews?limit=2&cursor=${body.next_cursor}`;
      }
      expect(walked).toEqual(reviews.map(({ id }) => id));
    }));

  test('filters', () =>
    served(async (server) => {
      const { reviews } = await list(server);
      const [first, second] = reviews as [ReviewBody, ReviewBody];
      const above = await list(server, `&min_probability=${String(second.probability)}`);
      expect(above.reviews).toEqual(
        reviews.filter(({ probability }) => (probability ?? 0) >= (second.probability ?? 0)),
      );
      expect((await list(server, '&reason=different_gtins&min_probability=1')).reviews).toEqual([]);
      expect((await list(server, '&seller=beta')).reviews).toHaveLength(reviews.length);
      expect((await server.get('/v1/reviews?seller=gamma')).status).toBe(404);
      expect((await server.get('/v1/reviews?reason=whim')).status).toBe(400);
      await server.post(`/v1/reviews/${first.id}`, { verdict: 'same', revision: first.revision });
      const open = await list(server, '&undecided=true');
      expect(open.reviews.map(({ id }) => id)).toEqual(reviews.slice(1).map(({ id }) => id));
    }));

  test('and all else about reviews is for the scope admin', () =>
    served(async (server) => {
      const [{ id, revision }] = (await list(server)).reviews as [ReviewBody];
      const reader = await as(server, 'reader', ['read', 'match', 'export', 'memory', 'watch']);
      for (const answer of [
        await reader('GET', '/v1/reviews'),
        await reader('GET', `/v1/reviews/${id}`),
        await reader('POST', `/v1/reviews/${id}`, { verdict: 'same', revision }),
      ])
        expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden', required_scope: 'admin' } });
      expect(await server.state.matchDecisions()).toEqual([]);
    }));
});

describe('GET /v1/reviews/{id}', () => {
  test('names what else the listing may be, and what is in the way', () =>
    served(async (server) => {
      interface Beside {
        reason: string;
        left: { offer_id: string };
        right: { offer_id: string };
        rival: { offer_id: string; title: string; price_minor: number } | null;
        in_the_way: { offer_id: string; seller: string } | null;
      }
      const { reviews } = await list(server);
      const seen = [];
      for (const { id } of reviews) seen.push((await server.get<Beside>(`/v1/reviews/${id}`)).body);
      for (const { reason, left, right, rival, in_the_way } of seen) {
        const own = [left.offer_id, right.offer_id];
        if (rival) expect(own).not.toContain(rival.offer_id);
        if (in_the_way) expect(own).not.toContain(in_the_way.offer_id);
        if (reason === 'below_threshold') expect(in_the_way).toBeNull();
      }
      expect(seen.some(({ rival }) => rival !== null)).toBe(true);
    }));

  test('tells why: the bits of the waterfall add up', () =>
    served(async (server) => {
      for (const review of (await list(server)).reviews.slice(0, 3)) {
        const { body } = await server.get<ReviewBody>(`/v1/reviews/${review.id}`);
        expect(body).toMatchObject(review);
        if (!body.explanation) throw new Error(`${review.id} is not explained`);
        const { prior_bits, steps, total_bits, probability, words } = body.explanation;
        expect(steps.reduce((sum, { bits }) => sum + bits, prior_bits)).toBeCloseTo(total_bits, 9);
        expect(probability).toBe(review.probability);
        expect(words.length).toBeGreaterThan(3);
        expect(words.join('\n')).toMatch(/both say "/);
        for (const { comparison, found } of steps)
          expect(words.filter((line) => line.includes(`${comparison}: ${found}`))).toEqual([]);
        expect((await server.get<ReviewBody>(`/v1/reviews/${pairOf(review)}`)).body).toEqual({
          ...body,
          request_id: expect.any(String),
        });
      }
    }));

  test.each(['rev_0000000000000000', 'rev_1', 'alpha:s1', 'alpha:s1%3Dbeta:none', 'a%3Db%3Dc', '%3D'])(
    '%s is not found',
    (id) =>
      served(async (server) => {
        const answer = await server.get<Record<string, unknown>>(`/v1/reviews/${id}`);
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found', param: 'id' } });
      }),
  );
});

describe('POST /v1/reviews/{id}', () => {
  test('notes what two reviewers say; the last one holds, and all is kept', () =>
    served(async (server) => {
      const [review] = (await list(server)).reviews as [ReviewBody];
      const url = `/v1/reviews/${review.id}`;
      const [ada, ben] = [await as(server, 'ada', ['admin']), await as(server, 'ben', ['admin'])];
      const { revision } = review;
      const first = await ada('POST', url, { verdict: 'same', revision, note: 'same box' });
      expect(first.body).toMatchObject({
        id: review.id,
        decision: { verdict: 'same', decided_by: 'ada', note: 'same box', holds: true },
      });
      await ben('POST', url, { verdict: 'different', revision });
      const { body } = await server.get<ReviewBody>(url);
      expect(body.decision).toMatchObject({ verdict: 'different', decided_by: 'ben', holds: true });
      expect(body.log.map(({ verdict, decided_by }) => `${decided_by} ${verdict}`)).toEqual([
        'ada same',
        'ben different',
      ]);
    }));

  test('refuses what cannot be meant', () =>
    served(async (server) => {
      const [review] = (await list(server)).reviews as [ReviewBody];
      const url = `/v1/reviews/${review.id}`;
      for (const body of [
        { verdict: 'same' },
        { verdict: 'maybe', revision: review.revision },
        { verdict: 'same', revision: 'abc' },
        { verdict: 'same', revision: review.revision, note: '' },
      ])
        expect((await server.post(url, body)).status).toBe(400);
      const { revision } = review;
      expect(
        (await server.post('/v1/reviews/rev_0000000000000000', { verdict: 'same', revision })).status,
      ).toBe(404);
      const together = '/v1/reviews/alpha%3As30%3Dbeta%3As30';
      const { body } = await server.get<ReviewBody>(together);
      expect(body).toMatchObject({ joined: true, reason: null, probability: null });
      expect(await server.post(together, { verdict: 'same', revision: body.revision })).toMatchObject({
        status: 409,
        body: { code: 'review_conflict', review: { id: body.id } },
      });
      expect(await server.state.matchDecisions()).toEqual([]);
    }));
});

describe('a decision', () => {
  test('is published, is void once a listing changes, and one about what was shown before is refused', async () => {
    await using own = await market.copy();
    const decide = async (id: string, revision: string, verdict: string, by = 'ada') =>
      served(async (server) => {
        const reviewer = await as(server, by, ['admin']);
        const answer = await reviewer('POST', `/v1/reviews/${id}`, { verdict, revision });
        return { ...answer, decisions: await server.state.matchDecisions() };
      }, own);
    const [review] = (await served(list, own)).reviews as [ReviewBody];
    const { id, revision } = review;
    const accepted = await decide(id, revision, 'same');
    expect(accepted.status).toBe(200);
    const matchDecisions = accepted.decisions;
    await own.publish({ matchDecisions });
    const shown = () =>
      served(async (server) => (await server.get<ReviewBody>(`/v1/reviews/${pairOf(review)}`)).body, own);
    expect(await shown()).toMatchObject({ joined: true, revision });
    const alpha = [review.left, review.right].find(({ seller }) => seller === 'alpha');
    await own.observe(
      'alpha',
      '2026-01-02',
      ALPHA.map((row) => (row.sku === alpha?.sku ? { ...row, title: 'A wholly different thing' } : row)),
    );
    await own.publish({ matchDecisions });
    const now = await shown();
    expect(now.joined).toBe(false);
    expect(now.revision).not.toBe(revision);
    const stale = await decide(decodeURIComponent(pairOf(review)), revision, 'different');
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'review_conflict', review: { revision: now.revision, joined: false } },
      decisions: [],
    });
    expect(stale.body['detail']).toContain(`changed since revision ${revision}`);
  });
});

describe('POST /v1/resolve with explain', () => {
  test('tells how every listing was placed, by title with its waterfall', () =>
    served(async (server) => {
      interface Placement {
        seller: string;
        method: string;
        confidence: number;
        against: string | null;
        waterfall: ReviewBody['explanation'];
      }
      interface Resolved {
        variant_id: string;
        listings: { offer_id: string }[];
        explanation?: Placement[];
      }
      const resolved = async (ref: string, explain = true) =>
        (await server.post<Resolved>('/v1/resolve', { ref, explain })).body;
      expect(await resolved('alpha:s30', false)).not.toHaveProperty('explanation');
      const coded = await resolved('alpha:s30');
      expect(coded.explanation).toHaveLength(coded.listings.length);
      for (const { method, against, waterfall } of coded.explanation ?? [])
        expect([method, against, waterfall]).toEqual(['gtin_exact', null, null]);
      let byTitle = 0;
      for (let item = 300; item < 330; item++) {
        const { listings, explanation = [] } = await resolved(`alpha:s${item}`);
        for (const { method, confidence, against, waterfall } of explanation) {
          if (method !== 'title_fuzzy') continue;
          byTitle++;
          expect(listings.map(({ offer_id }) => offer_id)).toContain(against);
          expect(waterfall?.probability).toBe(confidence);
          const total = (waterfall?.steps ?? []).reduce(
            (sum, { bits }) => sum + bits,
            waterfall?.prior_bits ?? 0,
          );
          expect(total).toBeCloseTo(waterfall?.total_bits ?? Number.NaN, 9);
        }
      }
      expect(byTitle).toBeGreaterThan(10);
    }));
});

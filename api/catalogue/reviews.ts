import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { MATCH_VERDICTS } from '../../pipelines/domain/match_decision.ts';
import { REVIEW_REASONS } from '../../pipelines/domain/review.ts';
import { positionOf, type Review, Reviews } from '../../warehouse/reads/reviews.ts';
import { PAGE_QUERY, pageOf } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Operation } from '../http/operation.ts';
import { ExplanationRecord } from './explanation.ts';
import { requireSellers } from './referenced_product.ts';
import { decideReview, findReview, ReviewConflictError } from './review_decision.ts';
import {
  BesidePair,
  besidePair,
  DecisionRecord,
  decisionRecord,
  explainReview,
  ReviewRecord,
  reviewRecord,
} from './review_record.ts';
import { closed, NextCursor, nullable, oneOf } from './schema.ts';

const MEMORY_LIMIT = '256MiB';

const listQuery = Type.Object(
  {
    seller: Type.Optional(Type.String({ description: 'Either listing is of this seller.' })),
    reason: Type.Optional(oneOf(REVIEW_REASONS)),
    min_probability: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    undecided: Type.Optional(
      Type.Boolean({ description: 'Leaves out pairs with a decision that holds.', default: false }),
    ),
    ...PAGE_QUERY,
  },
  closed,
);

async function reviewsOf({ snapshot, state, scratch }: Deps): Promise<Reviews> {
  const database = { memoryLimit: MEMORY_LIMIT, spill: join(scratch, 'reviews-spill') };
  return new Reviews(snapshot, await state.matchDecisions(), database);
}

export const listReviews: Operation = {
  group: 'catalogue',
  id: 'listReviews',
  method: 'GET',
  path: '/v1/reviews',
  summary: 'Pairs of listings that a person should look at',
  description:
    'Matches that are not sure enough to be made without a person, what is most worth asking first: a sample whose answers join others like it, then what brings most offers side by side.',
  scope: 'admin',
  cost: 1,
  query: listQuery,
  response: Type.Object({ reviews: Type.Array(ReviewRecord), next_cursor: NextCursor }),
  errors: ['not_found'],
  async run(deps, input) {
    const { seller, reason, min_probability, undecided } = input.query as Static<typeof listQuery>;
    if (seller !== undefined) requireSellers(deps.snapshot, [seller], 'seller');
    const page = pageOf(deps, input, { endpoint: 'listReviews by rank' });
    const reviews = await reviewsOf(deps);
    const found = await reviews.page({
      seller,
      reason,
      undecided,
      minProbability: min_probability,
      limit: page.limit + 1,
      after: page.after
        ? {
            rank: Number(page.after[0]),
            probability: Number(page.after[1]),
            low: BigInt(String(page.after[2])),
            high: BigInt(String(page.after[3])),
          }
        : undefined,
    });
    const shown = found.slice(0, page.limit);
    const last = shown.at(-1);
    const position = last && positionOf(last);
    return {
      kind: 'json',
      body: {
        reviews: shown.map(reviewRecord),
        next_cursor:
          position && found.length > page.limit
            ? page.next([position.rank, position.probability, String(position.low), String(position.high)])
            : null,
      },
    };
  },
};

const params = Type.Object({
  id: Type.String({
    minLength: 1,
    description: '`rev_…`, or any two listings as `<seller>:<sku>=<seller>:<sku>`, URL-encoded.',
  }),
});

async function requireReview(deps: Deps, id: string): Promise<Review> {
  const review = await findReview(await reviewsOf(deps), id);
  if (review) return review;
  const detail = id.startsWith('rev_')
    ? `there is no review ${id}; a pair that was never decided on leaves with the queue it was in`
    : `${id} does not name two listings of the index as <seller>:<sku>=<seller>:<sku>`;
  throw new ApiError('not_found', {
    detail,
    param: 'id',
    errors: [{ param: 'id', detail }],
    extras: { suggestions: [] },
  });
}

export const getReview: Operation = {
  group: 'catalogue',
  id: 'getReview',
  method: 'GET',
  path: '/v1/reviews/:id',
  summary: 'One pair of listings, and why they may be one item',
  scope: 'admin',
  cost: 1,
  params,
  response: Type.Object({
    ...ReviewRecord.properties,
    ...BesidePair,
    log: Type.Array(DecisionRecord, { description: 'Every decision about the pair, oldest first.' }),
    explanation: nullable(ExplanationRecord),
  }),
  async run(deps, { params: { id = '' } }) {
    const review = await requireReview(deps, id);
    const beside = await (await reviewsOf(deps)).beside(review);
    const explanation = await explainReview(deps.snapshot, review);
    const log = await deps.state.matchDecisionLog(review.pair);
    return {
      kind: 'json',
      body: {
        ...reviewRecord(review),
        ...besidePair(beside),
        log: log.map(decisionRecord),
        explanation,
      },
    };
  },
};

const decisionBody = Type.Object(
  {
    verdict: oneOf(MATCH_VERDICTS, '`same`: one item; `different`: never in one variant.'),
    revision: Type.String({
      pattern: '^[0-9a-f]{32}$',
      description: 'Of the review as it was shown; when a listing changed since, the answer is 409.',
    }),
    note: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
  },
  closed,
);

export const decideOnReview: Operation = {
  group: 'catalogue',
  id: 'decideReview',
  method: 'POST',
  path: '/v1/reviews/:id',
  summary: 'Say whether two listings are one item',
  description:
    'Takes effect with the next publication. The last decision about a pair holds; it is void once a listing changes. Earlier ones are kept.',
  scope: 'admin',
  cost: 1,
  params,
  body: decisionBody,
  errors: ['review_conflict'],
  response: ReviewRecord,
  async run(deps, input) {
    const { verdict, revision, note = null } = input.body as Static<typeof decisionBody>;
    const review = await requireReview(deps, input.params['id'] ?? '');
    try {
      const decision = await decideReview(deps.state, review, {
        verdict,
        revision,
        note,
        by: input.caller.owner,
        at: deps.now().toISOString(),
      });
      return { kind: 'json', body: reviewRecord({ ...review, decision: { ...decision, holds: true } }) };
    } catch (error) {
      if (!(error instanceof ReviewConflictError)) throw error;
      throw new ApiError('review_conflict', {
        detail: error.message,
        extras: { review: reviewRecord(error.review) },
        cause: error,
      });
    }
  },
};

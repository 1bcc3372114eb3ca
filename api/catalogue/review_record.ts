import { type Static, Type } from 'typebox';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { MATCH_VERDICTS } from '../../pipelines/domain/match_decision.ts';
import { REVIEW_REASONS } from '../../pipelines/domain/review.ts';
import { openMatchModel } from '../../pipelines/match/titles/score/model_file.ts';
import {
  explainInWords,
  explainLevels,
  explainListings,
} from '../../pipelines/match/titles/score/pair_explanation.ts';
import type { BesideReview, Review } from '../../warehouse/reads/reviews.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { NotedMatchDecision } from '../../warehouse/state/match_decisions.ts';
import type { ToldExplanation } from './explanation.ts';
import {
  Availability,
  Condition,
  Currency,
  MatchRecord,
  nullable,
  oneOf,
  recordOf,
  Timestamp,
} from './schema.ts';

const text = nullable(Type.String());

const ListingRecord = recordOf('ReviewedListing', {
  offer_id: Type.String(),
  variant_id: Type.String(),
  product_id: Type.String(),
  seller: Type.String(),
  sku: Type.String(),
  title: Type.String(),
  brand: text,
  gtin: text,
  mpn: text,
  category: text,
  attributes: Type.Record(Type.String(), Type.String()),
  price_minor: Type.Integer(),
  currency: Currency,
  condition: Condition,
  availability: Availability,
  url: text,
  image_url: text,
  last_seen: Timestamp,
  match: MatchRecord,
});

const Verdict = oneOf(MATCH_VERDICTS);

export const DecisionRecord = recordOf('MatchDecision', {
  verdict: Verdict,
  decided_by: Type.String(),
  decided_at: Timestamp,
  note: text,
});

/** A listing named beside a pair. */
const NamedListing = recordOf('NamedListing', {
  offer_id: Type.String(),
  seller: Type.String(),
  sku: Type.String(),
  title: Type.String(),
  price_minor: Type.Integer(),
  currency: Currency,
  image_url: text,
});

/** What stands beside a pair: what else its listing may be, and what keeps the two apart. */
export const BesidePair = {
  rival: nullable(NamedListing),
  in_the_way: nullable(NamedListing),
};

export function besidePair({ rival, in_the_way }: BesideReview) {
  return { rival: rival && namedListing(rival), in_the_way: in_the_way && namedListing(in_the_way) };
}

function namedListing({ offer_id, seller, sku, title, price_minor, currency, image_url }: Listing) {
  return { offer_id, seller, sku, title, price_minor, currency, image_url };
}

/** A review as endpoints answer with it. */
export const ReviewRecord = recordOf('Review', {
  id: Type.String({ description: '`rev_…`, for ever the same for these two listings.' }),
  probability: nullable(Type.Number({ minimum: 0, maximum: 1, description: 'That both are one item.' })),
  reason: nullable(oneOf(REVIEW_REASONS, 'Why a person is asked; null when the pair is not in the queue.')),
  left: ListingRecord,
  right: ListingRecord,
  joined: Type.Boolean({ description: 'Whether both are in one variant in this snapshot.' }),
  revision: Type.String({
    description: 'Names what both listings say of themselves; a decision sends it back.',
  }),
  decision: nullable(
    Type.Object({
      ...DecisionRecord.properties,
      holds: Type.Boolean({ description: 'False when a listing changed since, which voids the decision.' }),
    }),
  ),
});

export function decisionRecord({ verdict, decided_by, decided_at, note }: NotedMatchDecision) {
  return { verdict, decided_by, decided_at, note };
}

export function reviewRecord(review: Review): Static<typeof ReviewRecord> {
  const { id, left, right, queued, revision, decision } = review;
  return {
    id,
    probability: queued?.probability ?? null,
    reason: queued?.reason ?? null,
    left: listingRecord(left),
    right: listingRecord(right),
    joined: left.variant_id === right.variant_id,
    revision,
    decision: decision ? { ...decisionRecord(decision), holds: decision.holds } : null,
  };
}

function listingRecord(listing: Listing): Static<typeof ListingRecord> {
  const { offer_id, variant_id, product_id, seller, sku, title, brand, gtin, mpn, category } = listing;
  const { attributes, price_minor, currency, condition, availability, url, image_url, last_seen } = listing;
  const match = { method: listing.method, confidence: listing.confidence };
  return {
    offer_id,
    variant_id,
    product_id,
    seller,
    sku,
    title,
    brand,
    gtin,
    mpn,
    category,
    attributes,
    price_minor,
    currency,
    condition,
    availability,
    url,
    image_url,
    last_seen,
    match,
  };
}

/**
 * The waterfall of a review: as it stands in the queue, or, for a pair that is not in it, of the listings as they are
 * now. Null while no model has been learned.
 */
export async function explainReview(snapshot: Snapshot, review: Review): Promise<ToldExplanation | null> {
  const path = snapshot.matchModel();
  if (path === null) return null;
  const model = await openMatchModel(path);
  const { left, right, queued } = review;
  const explanation = queued
    ? explainLevels(model, queued.levels, queued.probability)
    : explainListings(model, left, right);
  return { ...explanation, words: explainInWords(model, left, right, explanation) };
}

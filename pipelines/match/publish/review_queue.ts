import { type ClusterPairs, type ClusterRecord, type Placed, pairName } from '../titles/decide/clusters.ts';
import type { Review } from '../titles/decide/decide.ts';
import { hashText } from '../titles/read/hash.ts';
import { bestOfEach } from './asked.ts';
import type { HeardPairs, NamedSample } from './said_pairs.ts';

/** What the queue asks of the records of a catalogue (`TitleRecords`). */
export interface QueueRecords {
  /** 1 for a listing that no code places. */
  untied: Uint8Array;
  at: (place: number) => ClusterRecord;
  /** The place of a record, or -1. */
  placeOf: (key: bigint) => number;
  /** Whether some seller carries both. */
  share: (left: number, right: number) => boolean;
  /** How many sellers carry a record. */
  sellersOf: (place: number) => number;
}

/** What the queue follows from. */
export interface QueueHeard extends Pick<HeardPairs, 'before' | 'samples'> {
  likely: Pick<ClusterPairs, 'left' | 'right'>;
}

/**
 * What people are asked, in the order in which they should be: each listing that looks for a place once, about its best
 * pair, the listing first. A sample comes first whose answers can join the rest of what is as likely (`samplesOf`), in
 * the order of a hash, so that it is fair however far people get. Then what changes most of what buyers see: the
 * probability of a pair as it was before anybody decided, times the mean of the offers that joining it brings side by side.
 * What may follow from the sample without being asked about comes last.
 */
export function reviewQueue(
  reviews: readonly Review[],
  heard: QueueHeard,
  records: QueueRecords,
  placed: readonly Placed[],
): Review[] {
  const asked = bestOfEach(reviews, records);
  const earlier = earlierOf(asked, heard);
  const together = broughtTogether(records, placed);
  const turns = turnsOf(asked, heard.samples, records);
  const ranked = asked.map((review) => ({
    review,
    turn: turns.get(review) ?? 0,
    worth: (earlier.get(review) ?? 0) * together(review),
    key: records.at(review.left).key,
  }));
  ranked.sort(
    (a, b) =>
      compare(a.turn, b.turn) ||
      b.worth - a.worth ||
      b.review.probability - a.review.probability ||
      compare(a.key, b.key),
  );
  return ranked.map(({ review }) => review);
}

/**
 * When the pairs of samples are asked about: as many as are needed before all others, whose turn is 0, the rest after them.
 * Who answers goes on behind the last answer: what lies before it was passed over, and as large a part of what comes will be.
 */
function turnsOf(
  asked: readonly Review[],
  samples: readonly NamedSample[],
  records: Pick<QueueRecords, 'at'>,
): Map<Review, number> {
  const hashOf = (left: number, right: number) => {
    const [one, other] = [records.at(left).key, records.at(right).key];
    return hashText(`${one < other ? one : other} ${one < other ? other : one}`);
  };
  const turns = new Map<Review, number>();
  for (const { unanswered, answered, needed } of samples) {
    const last = answered.reduce((most, [left, right]) => Math.max(most, hashOf(left, right)), 0);
    const left = asked
      .filter((review) => unanswered.has(pairName(review.left, review.right)))
      .map((review) => ({ review, hash: hashOf(review.left, review.right) }))
      .sort((a, b) => Number(a.hash <= last) - Number(b.hash <= last) || a.hash - b.hash);
    const passed = left.filter(({ hash }) => hash <= last).length;
    const askedForOne = answered.length === 0 ? 1 : 1 + passed / answered.length;
    const first = Math.ceil(needed * askedForOne);
    left.forEach(({ review }, place) => {
      turns.set(review, place < first ? place - first : place + 1);
    });
  }
  return turns;
}

const compare = <T extends number | bigint>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);

/** How likely the pairs were before anybody decided. */
function earlierOf(
  reviews: readonly Review[],
  { likely: { left, right }, before }: QueueHeard,
): Map<Review, number> {
  const asked = new Map(reviews.map((review) => [review.left, review]));
  const earlier = new Map<Review, number>();
  for (let k = 0; k < left.length; k++) {
    const [x, y] = [left[k] as number, right[k] as number];
    for (const [own, other] of [
      [x, y],
      [y, x],
    ] as const) {
      const review = asked.get(own);
      if (review?.right === other) earlier.set(review, before[k] as number);
    }
  }
  return earlier;
}

/** Geometric mean of the offers on both sides that joining a pair brings together; 0 where a person's word alone joins nothing. */
function broughtTogether(records: QueueRecords, placed: readonly Placed[]) {
  const { at, placeOf, share, sellersOf } = records;
  const variantOf = new Map(placed.map(({ listing_key, variant_key }) => [listing_key, variant_key]));
  const joined = Map.groupBy(placed, ({ variant_key }) => variant_key);
  const groupOf = (place: number): number[] => {
    const { key, variant_key } = at(place);
    const members = joined.get(variant_key ?? variantOf.get(key) ?? key) ?? [];
    return [...new Set([place, ...members.map(({ listing_key }) => placeOf(listing_key))])];
  };
  const offersOf = (group: readonly number[]) => group.reduce((sum, place) => sum + sellersOf(place), 0);
  return ({ left, right, reason, in_the_way }: Review): number => {
    if (in_the_way !== undefined || reason === 'different_gtins' || reason === 'seller_has_both') return 0;
    const [one, other] = [groupOf(left), groupOf(right)];
    if (one.some((x) => other.some((y) => share(x, y)))) return 0;
    return Math.sqrt(offersOf(one) * offersOf(other));
  };
}

import { contradictions } from '../../pipelines/match/publish/contradictions.ts';
import { measureTitles, populationOf } from '../../pipelines/match/publish/measure.ts';
import { scoreTitles, type TitlePairs } from '../../pipelines/match/publish/pairs.ts';
import { reviewQueue } from '../../pipelines/match/publish/review_queue.ts';
import { hearPairs, type Said } from '../../pipelines/match/publish/said_pairs.ts';
import { Views } from '../../pipelines/match/publish/views.ts';
import { indexCandidates } from '../../pipelines/match/titles/candidates/candidate_index.ts';
import { COMPARISON_COUNT, Comparer } from '../../pipelines/match/titles/compare/comparison.ts';
import { type Features, featuresOf } from '../../pipelines/match/titles/compare/features.ts';
import { clusterTitles, type Placed, pairName } from '../../pipelines/match/titles/decide/clusters.ts';
import { DEFAULT_DECISION, type Review } from '../../pipelines/match/titles/decide/decide.ts';
import { learnOpenWorld } from '../../pipelines/match/titles/learn/learn_open_world.ts';
import { teachModel } from '../../pipelines/match/titles/learn/teach_model.ts';
import { hashPair } from '../../pipelines/match/titles/read/hash.ts';
import type { MatchModel } from '../../pipelines/match/titles/score/model.ts';
import { weighLevels } from '../../pipelines/match/titles/score/weights.ts';
import { hasMatchData, readAbtBuy, readGroceryPair, readWalmartAmazon } from './match_data.ts';
import { randomOf } from './other_seller.ts';
import { type ReviewedListings, readDealtEsci, readTables } from './reviewed_listings.ts';

/** After so many decisions it is looked at what would be published. */
const STEPS = [0, 20, 100, 300, 1_000];
/** So many decisions are taken between two publications. */
const BATCH = 50;
/** Pairs of sellers that teach, as in publication. */
const TEACHING_PAIRS = 4;
/** Of so many pairs a person cannot tell one, and leaves it. */
const UNTOLD = 5;
/** So often the order of what is drawn by lot is drawn anew, and the means are printed: one draw is luck. */
const DRAWS = 8;
/** In which order pairs of the queue are decided. */
const ORDERS = ['queue', 'random', 'most probable', 'most uncertain'] as const;

/**
 * A person who is always right decides what waits: REVIEWER_SETS=abt-buy,walmart-amazon,groceries,esci-0.2,esci-0.5 picks
 * listings without GTIN, of two tables or dealt over five sellers with a partner for so many. What is published, joined
 * without a person and waiting is what publication makes of it (publish/said_pairs.ts, review_queue.ts), published anew
 * after every 50 decisions, in the order of the queue beside three others and beside decisions that bind their pair alone.
 * The queue draws its sample by lot, as random order does: of both the mean of eight draws is told.
 * No model is learned anew: nothing that is learned depends on a decision.
 */
export function benchReviewer(folder: string | undefined): void {
  if (!hasMatchData(folder)) {
    console.log('Reviewer: skipped, MATCH_DATA names no folder with match-abt-buy in it');
    return;
  }
  const sets: Record<string, () => ReviewedListings> = {
    'abt-buy': () => readTables(readAbtBuy(folder)),
    'walmart-amazon': () => readTables(readWalmartAmazon(folder)),
    groceries: () => readTables(readGroceryPair(folder, 1, 3)),
    'esci-0.2': () => readDealtEsci(folder, 0.2),
    'esci-0.5': () => readDealtEsci(folder, 0.5),
  };
  for (const name of process.env['REVIEWER_SETS']?.split(',') ?? Object.keys(sets)) {
    const listings = sets[name]?.();
    if (!listings) throw new Error(`REVIEWER_SETS: ${name} is none of ${Object.keys(sets).join(', ')}`);
    const index = new ReviewedIndex(listings);
    console.log(
      `Reviewer, ${name}: ${listings.records.length} listings, ${index.partners} pairs of one item at two sellers`,
    );
    for (const order of ORDERS) review(index, { order });
    review(index, { order: 'queue', leaves: true });
    review(index, { order: 'most probable', teaches: false });
  }
}

interface Published {
  placed: readonly Placed[];
  /** What nobody has decided yet. */
  queue: readonly Review[];
}

/** Listings without GTIN as publication has them when it settles what is joined. */
class ReviewedIndex {
  readonly partners: number;
  readonly #listings: ReviewedListings;
  readonly #model: MatchModel;
  readonly #features: Features;
  readonly #pairs: TitlePairs;
  readonly #untied: Uint8Array;

  constructor(listings: ReviewedListings) {
    const { records } = listings;
    this.#listings = listings;
    const sizes = new Map<number, number>();
    for (const item of listings.items) sizes.set(item, (sizes.get(item) ?? 0) + 1);
    this.partners = [...sizes.values()].reduce((sum, size) => sum + (size * (size - 1)) / 2, 0);
    const bySeller = [...Map.groupBy(records, ({ seller }) => seller).values()];
    const pairs = bySeller.flatMap((left, at) => bySeller.slice(at + 1).map((right) => ({ left, right })));
    const taught = teachModel(pairs.slice(0, TEACHING_PAIRS));
    const features = featuresOf(records, taught.vocabulary);
    const index = indexCandidates(features, taught.vocabulary);
    this.#untied = new Uint8Array(features.count).fill(1);
    const all = { features, index, untied: this.#untied, from: 0, to: features.count };
    const open_world = learnOpenWorld(
      [measureTitles({ ...all, model: taught })],
      populationOf(taught, features, this.#untied),
    );
    this.#model = { ...taught, open_world };
    this.#features = features;
    this.#pairs = scoreTitles({ ...all, model: this.#model });
  }

  placeOf(key: bigint): number {
    return (Number(key) - 1) % this.#listings.records.length;
  }

  isSame(left: number, right: number): boolean {
    return this.#listings.items[left] === this.#listings.items[right];
  }

  /** What would be published; `teaches`: whether a decision says anything beyond its pair. A draw has keys of its own. */
  publish(said: Said, teaches: boolean, draw: number): Published {
    const { sellerOf, records: listed } = this.#listings;
    const model = this.#model;
    const features = this.#features;
    const alone = new Views(Uint32Array.from({ length: features.count }, (_, place) => place));
    const contradicts = contradictions(features, model, alone);
    const share = (x: number, y: number) => sellerOf(x) === sellerOf(y);
    const at = (place: number) => ({
      key: BigInt(draw * listed.length + place + 1),
      seller: sellerOf(place),
      variant_key: null,
    });
    const sellersOf = () => 1;
    const options = { untied: this.#untied, sellersOf, least: DEFAULT_DECISION.trust, contradicts };
    const heard = hearPairs(model, features, this.#pairs, { ...options, said: teaches ? said : new Map() });
    const { placed, reviews } = clusterTitles(at, heard.likely, {
      trust: heard.trust,
      said,
      clash: share,
      contradicts,
      probabilityOf: this.#lonely(),
    });
    const records = {
      untied: this.#untied,
      at,
      placeOf: (key: bigint) => this.placeOf(key),
      share,
      sellersOf,
    };
    const queue = reviewQueue(reviews, heard, records, placed);
    return { placed, queue: queue.filter(({ left, right }) => !said.has(pairName(left, right))) };
  }

  /** How likely a pair is beside all others. */
  #lonely() {
    const comparer = new Comparer(this.#model.vocabulary);
    const levels = new Uint8Array(COMPARISON_COUNT);
    return (x: number, y: number) => {
      comparer.setLeft(this.#features, x);
      comparer.compare(this.#features, y, levels, 0);
      return 1 / (1 + Math.exp(-weighLevels(levels, 0, this.#model.weights)));
    };
  }
}

interface Reviewer {
  order: (typeof ORDERS)[number];
  /** Whether a decision says anything beyond its pair. */
  teaches?: boolean;
  /** Whether the person leaves one pair in five undecided: those of which a hash says so. */
  leaves?: boolean;
}

function review(index: ReviewedIndex, reviewer: Reviewer): void {
  const { order, teaches = true, leaves = false } = reviewer;
  const draws = teaches && (order === 'queue' || order === 'random') ? DRAWS : 1;
  console.log(
    `  in ${order} order${teaches ? '' : ', decisions bind their pair alone'}${leaves ? `, one pair in ${UNTOLD} left undecided` : ''}${draws > 1 ? `, mean of ${draws} draws` : ''}`,
  );
  const drawn = Array.from({ length: draws }, (_, draw) => curveOf(index, reviewer, draw));
  const steps = Math.max(...drawn.map(({ length }) => length));
  for (let step = 0; step < steps; step++)
    report(
      index,
      drawn.map((curve) => curve[step] ?? (curve.at(-1) as Counts)),
    );
}

/** What is published after each of `STEPS`, as far as there is something to decide. */
function curveOf(index: ReviewedIndex, reviewer: Reviewer, draw: number): Counts[] {
  const { order, teaches = true, leaves = false } = reviewer;
  const said = new Map<string, 0 | 1>();
  const random = randomOf(5 + draw);
  const isTold = ({ left, right }: Review) => !leaves || hashPair(left, right) % UNTOLD !== 0;
  const curve: Counts[] = [];
  let published = index.publish(said, teaches, draw);
  for (const step of STEPS) {
    while (said.size < step) {
      const asked = inOrder(published.queue, order, random)
        .filter(isTold)
        .slice(0, Math.min(BATCH, step - said.size));
      if (asked.length === 0) break;
      for (const { left, right } of asked) said.set(pairName(left, right), index.isSame(left, right) ? 1 : 0);
      published = index.publish(said, teaches, draw);
    }
    curve.push(countsOf(index, published, said));
    if (said.size < step) break;
  }
  return curve;
}

function inOrder(queue: readonly Review[], order: (typeof ORDERS)[number], random: () => number) {
  if (order === 'queue') return queue;
  const value = {
    random,
    'most probable': ({ probability }: Review) => -probability,
    'most uncertain': ({ probability }: Review) => Math.abs(probability - 0.5),
  }[order];
  return queue
    .map((one) => ({ one, value: value(one) }))
    .sort((a, b) => a.value - b.value)
    .map(({ one }) => one);
}

/** Pairs of listings in one variant, and of those what nobody was asked. */
type Counts = Record<
  'said' | 'yes' | 'joined' | 'right' | 'automatic' | 'automaticRight' | 'waiting' | 'waitingRight',
  number
>;

function countsOf(index: ReviewedIndex, { placed, queue }: Published, said: Said): Counts {
  const yes = [...said.values()].filter((verdict) => verdict === 1).length;
  const counts = { said: said.size, yes, joined: 0, right: 0, automatic: 0, automaticRight: 0 };
  for (const members of Map.groupBy(placed, ({ variant_key }) => variant_key).values())
    for (const [at, one] of members.entries())
      for (const other of members.slice(at + 1)) {
        const [x, y] = [index.placeOf(one.listing_key), index.placeOf(other.listing_key)];
        const isRight = index.isSame(x, y) ? 1 : 0;
        counts.joined++;
        counts.right += isRight;
        if (said.get(pairName(x, y)) === 1) continue;
        counts.automatic++;
        counts.automaticRight += isRight;
      }
  const waitingRight = queue.filter(({ left, right }) => index.isSame(left, right)).length;
  return { ...counts, waiting: queue.length, waitingRight };
}

function report({ partners }: ReviewedIndex, draws: readonly Counts[]): void {
  const mean = (count: keyof Counts) => draws.reduce((sum, counts) => sum + counts[count], 0) / draws.length;
  const [joined, right, automatic] = [mean('joined'), mean('right'), mean('automatic')];
  const share = (part: number, of: number) => (of === 0 ? '–' : (part / of).toFixed(4));
  const whole = (count: keyof Counts) => mean(count).toFixed(0);
  console.log(
    `    ${whole('said').padStart(5)} decisions (${whole('yes')} yes): F1 ${share(2 * right, joined + partners)}, ` +
      `precision ${share(right, joined)}; joined ${whole('joined')}, without a person ${whole('automatic')}, ` +
      `precision ${share(mean('automaticRight'), automatic)}; ${whole('waiting')} wait, ${whole('waitingRight')} of them one item`,
  );
}

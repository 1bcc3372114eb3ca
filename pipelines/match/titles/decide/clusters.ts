import { DEFAULT_DECISION, type DecideOptions, decide, type Review } from './decide.ts';

/** What is known of a record beside its place. */
export interface ClusterRecord {
  /** Listing key. */
  key: bigint;
  seller: string;
  /** The variant that codes made of it, or null for a listing that looks for a place. */
  variant_key: bigint | null;
}

/** A pair by places; both directions of a search may have found it. */
export interface ClusterPairs {
  left: ArrayLike<number>;
  right: ArrayLike<number>;
  probability: ArrayLike<number>;
}

/** A listing placed by its title, and how sure that is. */
export interface Placed {
  listing_key: bigint;
  variant_key: bigint;
  confidence: number;
}

export interface ClusterOptions {
  /** Probability from which pairs are joined without a person. */
  trust: number;
  /** What people said of pairs, by `pairName`: 1 for the same item, 0 for different ones. */
  said: ReadonlyMap<string, 0 | 1>;
  /** Whether a seller of the one also carries the other, so that they cannot be the same item. */
  clash: (left: number, right: number) => boolean;
  /** Whether two places state something differently that makes them two items. */
  contradicts: (left: number, right: number) => boolean;
  /** Probability that two places are one item, for pairs that the search did not find. */
  probabilityOf: (left: number, right: number) => number;
}

/**
 * Places listings into variants. Pairs fall apart into components that share no record, and each is decided by
 * itself (decide.ts): what lies in one component never depends on another. A pair found from both sides is as likely
 * as the less convinced side says.
 */
export function clusterTitles(
  recordOf: (place: number) => ClusterRecord,
  pairs: ClusterPairs,
  { trust, said, clash, contradicts, probabilityOf }: ClusterOptions,
): { placed: Placed[]; reviews: Review[] } {
  const options: DecideOptions = { ...DEFAULT_DECISION, trust };
  const agreed = agreedPairs(pairs, options.ask, said).filter(
    ({ left, right, probability }) => probability === 1 || !clash(left, right),
  );
  const likelihood = (x: number, y: number) =>
    said.get(pairName(x, y)) ?? (clash(x, y) ? 0 : probabilityOf(x, y));
  // What a person said of a pair outweighs what it states.
  const isContradicted = (x: number, y: number) => !said.has(pairName(x, y)) && contradicts(x, y);
  const placed: Placed[] = [];
  const reviews: Review[] = [];
  for (const component of components(agreed)) {
    const places = [...new Set(component.flatMap(({ left, right }) => [left, right]))];
    const at = new Map(places.map((place, number) => [place, number]));
    const records = places.map(recordOf);
    const local = component.map(({ left, right, probability }) => ({
      left: at.get(left) as number,
      right: at.get(right) as number,
      probability,
    }));
    const decision = decide(
      records.map(({ key, seller, variant_key }) => ({
        key: sortable(key),
        seller: variant_key === null ? seller : `*${variant_key}`,
        gtin: variant_key === null ? null : String(variant_key),
      })),
      local,
      {
        ...options,
        contradicts: (x, y) => isContradicted(places[x] as number, places[y] as number),
        probabilityOf: (x, y) => likelihood(places[x] as number, places[y] as number),
      },
    );
    for (const members of decision.clusters) placed.push(...placeMembers(members, records, local));
    for (const review of decision.reviews)
      reviews.push({
        ...review,
        left: places[review.left] as number,
        right: places[review.right] as number,
        ...(review.in_the_way !== undefined && { in_the_way: places[review.in_the_way] as number }),
      });
  }
  return { placed, reviews };
}

/** Keys as texts of one length, so that they sort as the numbers do. */
const sortable = (key: bigint) => key.toString().padStart(20, '0');

interface Pair {
  left: number;
  right: number;
  probability: number;
}

/** Names a pair of places whichever comes first. */
export const pairName = (x: number, y: number) => (x < y ? `${x} ${y}` : `${y} ${x}`);

function agreedPairs(
  { left, right, probability }: ClusterPairs,
  ask: number,
  said: ClusterOptions['said'],
): Pair[] {
  const found = new Map<number, Map<number, number>>();
  for (let k = 0; k < left.length; k++) {
    const [x, y] = [left[k] as number, right[k] as number];
    const [low, high] = x < y ? [x, y] : [y, x];
    const others = found.get(low) ?? new Map<number, number>();
    found.set(low, others);
    others.set(high, Math.min(probability[k] as number, others.get(high) ?? 1));
  }
  const pairs: Pair[] = [];
  for (const [low, others] of found)
    for (const [high, chance] of others)
      if (chance >= ask && !said.has(pairName(low, high)))
        pairs.push({ left: low, right: high, probability: chance });
  for (const [name, verdict] of said) {
    const [low = 0, high = 0] = name.split(' ').map(Number);
    if (verdict === 1) pairs.push({ left: low, right: high, probability: 1 });
  }
  return pairs;
}

/** Groups pairs that share records, directly or over others. */
function components(pairs: readonly Pair[]): Pair[][] {
  const parent = new Map<number, number>();
  const rootOf = (place: number): number => {
    let root = place;
    for (let next = parent.get(root); next !== undefined && next !== root; next = parent.get(root))
      root = next;
    for (let at = place; at !== root; ) {
      const next = parent.get(at) as number;
      parent.set(at, root);
      at = next;
    }
    return root;
  };
  for (const { left, right } of pairs) {
    for (const place of [left, right]) if (!parent.has(place)) parent.set(place, place);
    const [x, y] = [rootOf(left), rootOf(right)];
    if (x !== y) parent.set(Math.max(x, y), Math.min(x, y));
  }
  return [...Map.groupBy(pairs, ({ left }) => rootOf(left)).values()];
}

/** The listings of a cluster that no code placed: into the variant among them, or into one named by the first of them. */
function placeMembers(members: readonly number[], records: readonly ClusterRecord[], pairs: readonly Pair[]) {
  const inside = new Set(members);
  const record = (at: number) => records[at] as ClusterRecord;
  const variant = members.map((at) => record(at).variant_key).find((key) => key !== null);
  const first = members.map((at) => record(at).key).reduce((least, key) => (key < least ? key : least));
  return members
    .filter((at) => record(at).variant_key === null)
    .map((at): Placed => {
      const own = pairs.filter(
        ({ left, right }) => (left === at || right === at) && inside.has(left) && inside.has(right),
      );
      return {
        listing_key: record(at).key,
        variant_key: variant ?? first,
        confidence: Math.max(...own.map(({ probability }) => probability)),
      };
    });
}

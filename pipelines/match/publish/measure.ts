import type { Features } from '../titles/compare/features.ts';
import type { MeasuredPairs, Population } from '../titles/learn/learn_open_world.ts';
import { MIN_CHANCE } from '../titles/score/open_world.ts';
import { type Neighbour, Neighbours } from './neighbours.ts';
import type { ScoreRequest } from './pairs.ts';

/** So many listings tell what likeness is worth. */
const ASKED_LISTINGS = 20_000;

/** What one listing found. */
interface Found {
  home: Neighbour;
  /** The likeliest of other sellers. */
  abroad: Neighbour;
}

/**
 * Measures, over a sample of the untied listings [from, to), how often the likeliest of all pairs of a listing is one of
 * two sellers and how often one of its own seller's, as publication would see them (pairs.ts): of pairs that are each
 * other's likeliest, on whichever side.
 */
export function measureTitles(request: ScoreRequest): MeasuredPairs {
  const { untied, from, to } = request;
  const stride = strideOf(untied);
  const found = new Foundings(request);
  const measured: MeasuredPairs = { kinds: [], chances: [], abroad: [] };
  const isAsked = (place: number) => untied[place] === 1 && place % stride === 0;
  for (let place = from; place < to; place++) {
    if (!isAsked(place)) continue;
    const { home, abroad } = found.of(place);
    const [best, isHome] = home.odds >= abroad.odds ? [home, true] : [abroad, false];
    // A pair of two that are asked is counted once.
    if (best.chance < MIN_CHANCE || (best.place < place && isAsked(best.place))) continue;
    let { chance } = best;
    if (untied[best.place] === 1) {
      const other = found.of(best.place);
      const [back, rival] = isHome ? [other.home, other.abroad] : [other.abroad, other.home];
      if (back.place !== place || back.odds <= rival.odds || back.chance < MIN_CHANCE) continue;
      chance = Math.min(chance, back.chance);
    }
    measured.kinds.push(best.kind);
    measured.chances.push(chance);
    measured.abroad.push(isHome ? 0 : 1);
  }
  return measured;
}

/** Places are by key, which is a hash: each so manieth is a sample. */
const strideOf = (untied: Uint8Array) =>
  Math.max(1, Math.floor(untied.reduce((sum, one) => sum + one, 0) / ASKED_LISTINGS));

/** Looks once at each listing. */
class Foundings {
  readonly #near: Neighbours;
  readonly #seen = new Map<number, Found>();

  constructor({ model, features, index }: ScoreRequest) {
    this.#near = new Neighbours(model, features, index);
  }

  of(place: number): Found {
    const seen = this.#seen.get(place);
    if (seen) return seen;
    const near = this.#near;
    near.look(place);
    const found: Found = { home: near.home(), abroad: near.best() };
    this.#seen.set(place, found);
    return found;
  }
}

/** How many untied listings each seller has, and how many there are of others, which a listing could be. */
export function populationOf({ seller }: Features, untied: Uint8Array): Population {
  const listings = new Map<number, number>();
  untied.forEach((isUntied, place) => {
    const own = seller[place] as number;
    if (isUntied === 1) listings.set(own, (listings.get(own) ?? 0) + 1);
  });
  return { listings, tied: untied.reduce((sum, isUntied) => sum + 1 - isUntied, 0) };
}

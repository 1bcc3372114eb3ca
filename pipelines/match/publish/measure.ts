import type { Features } from '../titles/compare/features.ts';
import type { MeasuredPairs, Population } from '../titles/learn/learn_open_world.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { behindAnother, MIN_CHANCE } from '../titles/score/open_world.ts';
import { type Neighbour, Neighbours } from './neighbours.ts';
import type { ScoreRequest } from './pairs.ts';

/** So many listings tell what likeness is worth. */
const ASKED_LISTINGS = 20_000;

/** What one listing found. */
interface Found {
  home: Neighbour;
  /** By seller, the likeliest of each other one. */
  abroad: Map<number, Neighbour>;
  /** Odds of the likeliest of these. */
  best: number;
}

/**
 * Measures, over a sample of the untied listings [from, to), against each other seller in turn: whether the likeliest
 * pair of a listing is one with that seller or one of its own seller's, as publication would see them (pairs.ts): of
 * pairs that are each other's likeliest. So a pair of one seller counts once for each other seller that has nothing
 * likelier. Records that codes made are one more seller, but not where GTINs teach: there hidden codes tell of them
 * (hidden.ts), and this is asked of pairs of which neither has one.
 */
export function measureTitles(request: ScoreRequest): MeasuredPairs {
  const { model, untied, from, to, features } = request;
  const stride = strideOf(untied);
  const isUncoded = model.taught.by === 'hidden_gtins';
  const sellers = new Set(features.seller.filter((_, place) => !isUncoded || untied[place] === 1));
  const found = new Foundings(request);
  const measured: MeasuredPairs = { kinds: [], chances: [], abroad: [] };
  const isAsked = (place: number) => untied[place] === 1 && place % stride === 0;
  // A pair of two that are asked is counted once.
  const counts = (place: number, other: number) => place < other || !isAsked(other);
  const add = (kind: number, chance: number, abroad: 0 | 1) => {
    if (chance < MIN_CHANCE) return;
    measured.kinds.push(kind);
    measured.chances.push(chance);
    measured.abroad.push(abroad);
  };
  for (let place = from; place < to; place++) {
    if (!isAsked(place)) continue;
    const seller = features.seller[place] as number;
    const { home, abroad, best } = found.of(place);
    for (const one of abroad.values()) {
      if (one.odds <= home.odds || one.chance < MIN_CHANCE || !counts(place, one.place)) continue;
      if (untied[one.place] === 0) {
        if (!isUncoded) add(kindAmong(one, best), one.chance, 1);
      } else {
        const other = found.of(one.place);
        const back = other.abroad.get(seller);
        if (back?.place === place && back.odds > other.home.odds)
          add(kindAmong(one, Math.max(best, other.best)), Math.min(one.chance, back.chance), 1);
      }
    }
    if (home.chance < MIN_CHANCE || !counts(place, home.place)) continue;
    const twin = found.of(home.place);
    if (twin.home.place !== place) continue;
    const kind = kindAmong(home, Math.max(best, twin.best));
    for (const other of sellers)
      if (
        other !== seller &&
        home.odds > (abroad.get(other)?.odds ?? 0) &&
        home.odds > (twin.abroad.get(other)?.odds ?? 0)
      )
        add(kind, Math.min(home.chance, twin.home.chance), 0);
  }
  return measured;
}

/** The kind of what a listing found, beside the likeliest that it or the other has at any other seller. */
const kindAmong = ({ kind, odds }: Neighbour, best: number): number =>
  odds < best ? behindAnother(kind) : kind;

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
    const abroad = near.bests();
    const best = Math.max(0, ...[...abroad.values()].map(({ odds }) => odds));
    const found: Found = { home: near.home(), abroad, best };
    this.#seen.set(place, found);
    return found;
  }
}

/**
 * How many untied listings each seller has, and how many there are of others, which a listing could be: none where GTINs
 * teach.
 */
export function populationOf(
  { taught }: Pick<MatchModel, 'taught'>,
  { seller }: Features,
  untied: Uint8Array,
): Population {
  const listings = new Map<number, number>();
  untied.forEach((isUntied, place) => {
    const own = seller[place] as number;
    if (isUntied === 1) listings.set(own, (listings.get(own) ?? 0) + 1);
  });
  const tied = untied.reduce((sum, isUntied) => sum + 1 - isUntied, 0);
  return { listings, tied: taught.by === 'hidden_gtins' ? 0 : tied };
}

import { foldKey } from '../text/fold.ts';
import { plainWords } from './named_nodes.ts';

/** A listing whose node is known, or one to place. */
export interface TitledListing {
  title: string;
  brand: string | null;
}

/** A listing to learn from. */
export interface PlacedListing extends TitledListing {
  node: string;
}

/** Added to each count, so that a word that a node never had does not rule it out. */
const SMOOTHING = 0.1;
/** Words of a title hang together, so each tells less than it would alone: their evidence is divided by this. */
const DEPENDENCE = 2.5;

/**
 * What titles and brands of a catalogue tell of its nodes: a multinomial model over words, learned from the listings
 * that are placed already. Frozen once learned; the same listings in any order learn the same.
 */
export class LearnedNodes {
  readonly #words = new Map<string, Map<number, number>>();
  readonly #nodes: string[] = [];
  readonly #totals: number[] = [];
  readonly #listings: number[] = [];

  constructor(listings: Iterable<PlacedListing>) {
    const numbers = new Map<string, number>();
    for (const listing of listings) {
      const number = numbers.get(listing.node) ?? this.#nodes.length;
      if (number === this.#nodes.length) {
        numbers.set(listing.node, number);
        this.#nodes.push(listing.node);
        this.#totals.push(0);
        this.#listings.push(0);
      }
      this.#listings[number] = (this.#listings[number] as number) + 1;
      for (const word of evidenceOf(listing)) {
        const counts = this.#words.get(word) ?? new Map<number, number>();
        counts.set(number, (counts.get(number) ?? 0) + 1);
        this.#words.set(word, counts);
        this.#totals[number] = (this.#totals[number] as number) + 1;
      }
    }
  }

  /** The probabilities of the nodes, best first; empty where no word of the listing was ever met. */
  nodesOf(listing: TitledListing, most = 20): { node: string; probability: number }[] {
    const known = evidenceOf(listing).filter((word) => this.#words.has(word));
    if (known.length === 0) return [];
    const vocabulary = this.#words.size;
    const logs = this.#nodes.map((_, number) => {
      const total = (this.#totals[number] as number) + SMOOTHING * vocabulary;
      return known.reduce(
        (sum, word) => {
          const count = this.#words.get(word)?.get(number) ?? 0;
          return sum + Math.log((count + SMOOTHING) / total) / DEPENDENCE;
        },
        Math.log(this.#listings[number] as number) / DEPENDENCE,
      );
    });
    const top = logs.reduce((best, log) => Math.max(best, log), Number.NEGATIVE_INFINITY);
    const odds = logs.map((log) => Math.exp(log - top));
    const sum = odds.reduce((total, one) => total + one, 0);
    return this.#nodes
      .map((node, number) => ({ node, probability: (odds[number] as number) / sum }))
      .toSorted((a, b) => b.probability - a.probability || (a.node < b.node ? -1 : 1))
      .slice(0, most);
  }
}

/** The words of a title, each once, and the brand as one of its own kind. */
function evidenceOf({ title, brand }: TitledListing): string[] {
  const words = [...new Set(plainWords(title))].filter((word) => word.length > 1 && !/^\d+$/.test(word));
  return brand === null ? words : [...words, `brand:${foldKey(brand)}`];
}

import { readFileSync } from 'node:fs';

/** How many pairs from a chance on are wrong of how many listings, as if it had been seen. */
export interface MistakeRate {
  /** The chance. */
  from: number;
  wrong: number;
  listings: number;
}

/** How often public sets were mistaken (general_mistakes.json). */
export interface Mistakes {
  from: number[];
  /** About as many listings each catalogue's smaller seller had, and none of them a partner. */
  listings: number;
  /** By set, of each small catalogue drawn from it: how many pairs would have been joined from each chance on. */
  wrong: Record<string, number[][]>;
}

/**
 * How often a listing without a partner is taken for another thing by the weights of public sets (general_weights.ts), from
 * each chance on: a gamma distribution of the rates of catalogues, as a number of mistakes among a number of listings. It is
 * fitted by mean and variance to small catalogues of five sets, each weighed by what the others taught (`npm run bench --
 * general-weights`). The more catalogues differ, the less they say of another one.
 */
export function generalMistakes(): MistakeRate[] {
  const path = new URL('./general_mistakes.json', import.meta.url);
  return mistakeRates(JSON.parse(readFileSync(path, 'utf8')) as Mistakes);
}

export function mistakeRates({ from, listings, wrong }: Mistakes): MistakeRate[] {
  const catalogues = Object.values(wrong).flat();
  return from.map((chance, at) => {
    const counts = catalogues.map((catalogue) => catalogue[at] as number);
    return { from: chance, ...gammaOf(counts, listings) };
  });
}

/** The gamma distribution of rates of which such counts were drawn, each in so many listings (empirical Bayes: Robbins 1956). */
export function gammaOf(
  counts: readonly number[],
  listings: number,
): Pick<MistakeRate, 'wrong' | 'listings'> {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const variance = counts.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (counts.length - 1);
  // By chance alone counts vary by their mean; what they vary beyond that, their rates do.
  const between = variance - mean;
  // Catalogues that differ by no more than chance say as much as one of them.
  const share = between <= mean ? 1 : mean / between;
  return { wrong: mean * share, listings: listings * share };
}

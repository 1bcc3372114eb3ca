import { wordsOf } from '../../pipelines/text/words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';

/** Of these the titles are looked at for the text itself. */
const TITLES_READ = 10;
const LEAST_RUN = 3;

/**
 * Whether some title has the text itself, all but a word of it in one piece, so that a negation in it is part of a name
 * (`listen without prejudice`).
 */
export async function isTitled(snapshot: Snapshot, q: string): Promise<boolean> {
  const index = await snapshot.searchIndex();
  const words = wordsOf(q).map(({ text }) => text);
  const least = Math.max(LEAST_RUN, words.length - 1);
  const { hits } = index.searchNow({ q, literal: true, limit: TITLES_READ });
  return hits.some(({ product }) => longestRun(words, index.titleTerms(product)) >= least);
}

/** The most words in a row that both texts have. */
function longestRun(words: readonly string[], title: readonly string[]): number {
  let best = 0;
  let above = new Uint16Array(title.length + 1);
  for (const word of words) {
    const row = new Uint16Array(title.length + 1);
    for (const [at, other] of title.entries()) if (other === word) row[at + 1] = (above[at] as number) + 1;
    best = Math.max(best, ...row);
    above = row;
  }
  return best;
}

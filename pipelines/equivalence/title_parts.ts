import { foldedParts } from '../text/fold.ts';
import { isPlainWord } from './plain_words.ts';
import { isNoun, type Run, stretchesOf } from './title_stretches.ts';

/** What a title says by the places of its words. */
export interface TitleParts {
  /** Runs of the part that names the thing: up to the first comma, dash or the like behind a word for a thing. */
  name: Run[];
  /** What it goes with, word by word with its numbers, as far as the title says so. */
  goesWith: string[];
  /** Every word of the title, with numbers and codes. */
  words: string[];
}

const known = new Map<string, TitleParts>();
/** Titles kept: those of what is held against many. */
const MOST_KNOWN = 4_000;

/** Reads a title; `brand` as the seller states it is no word of the thing. */
export function titleParts(title: string, brand: string | null): TitleParts {
  const key = `${brand ?? ''}\n${title}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const parts = partsOf(title, brand);
  known.set(key, parts);
  return parts;
}

function partsOf(title: string, brand: string | null): TitleParts {
  // Where nobody declares a maker, the first word of a title is one more often than not: `Apple 8GB iPod`.
  const maker = brand ?? (/\s/.test(title.trim()) ? foldedParts(title)[0] : null) ?? '';
  const stretches = stretchesOf(title, new Set(foldedParts(maker)));
  const words = stretches.flatMap(({ runs, figures }) => [...runs.flatMap((run) => run.words), ...figures]);
  const own = stretches.filter(({ about }) => about === 'it');
  const at = own.findIndex(({ runs }) => runs.some((run) => run.words.some(isNoun)));
  const named = at >= 0 ? own.slice(0, at + 1) : own.slice(0, 1);
  const also = stretches.filter(
    ({ about, runs }) => about === 'with' && runs.some((run) => run.words.some(isNoun)),
  );
  const replaced = stretches.filter(({ about }) => about === 'for').slice(0, 1);
  const name = [
    ...upToNoun(named.flatMap(({ runs }) => runs)),
    // `Rambler with Chug Cap Insulated Bottle`: what it is called stands behind what it has.
    ...(at >= 0 ? [] : also.slice(0, 1).flatMap(({ runs }) => runs.slice(0, 1))),
    // `Compatible Replacement for Brother Toner Cartridge`: it is what it replaces.
    ...(at >= 0 || also.length > 0 ? [] : replaced.flatMap(({ runs }) => runs)),
  ];
  const goesWith = stretches
    .filter(({ about }) => about === 'for')
    .flatMap(({ runs, figures }) => [...runs.flatMap((run) => run.words).slice(0, MOST_TARGET), ...figures]);
  return { name, goesWith, words };
}

/** Runs up to that which names the thing; what stands behind an amount tells what it has. */
function upToNoun(runs: readonly Run[]): Run[] {
  // `iPad 10W power adapter`: a name that is no word of English is more often the maker's than the thing's.
  const proper = runs.findIndex(({ words }) => words.some((word) => isNoun(word) && isPlainWord(word)));
  const at = proper >= 0 ? proper : runs.findIndex(({ words }) => words.some(isNoun));
  const end = runs.findIndex(({ isMeasured }, place) => place >= at && isMeasured);
  return end >= 0 ? runs.slice(0, end + 1) : [...runs];
}

/** Words of the longest name that a thing is said to go with. */
const MOST_TARGET = 3;

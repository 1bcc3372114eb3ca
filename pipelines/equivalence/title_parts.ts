import { foldedParts, foldText } from '../text/fold.ts';
import { ACCESSORY_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { isPlainWord } from './plain_words.ts';
import { isOfReplacement, UNSAYING } from './roles.ts';
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
  const key = brand === null ? title : `${brand}\n${title}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const parts = partsOf(title, brand);
  known.set(key, parts);
  return parts;
}

function partsOf(title: string, brand: string | null): TitleParts {
  // Where nobody declares a maker, the first word of a title is one more often than not: `Apple 8GB iPod`.
  // In scripts of which no words for things are known it is as often the thing.
  const maker = brand ?? /^[\p{Script=Latin}\d]\S*(?=\s)/u.exec(foldText(title).trim())?.[0] ?? '';
  const { stretches: outside, aside } = stretchesOf(title, new Set(foldedParts(maker)));
  const stretches = [...outside, ...aside];
  const words = stretches.flatMap(({ runs, figures }) => [...runs.flatMap((run) => run.words), ...figures]);
  const own = outside.filter(({ about, runs }) => about === 'it' && runs.some(isTelling));
  const at = own.findIndex(({ runs }) => runs.some((run) => run.words.some(isNoun)));
  const named = at >= 0 ? own.slice(0, at + 1) : own.slice(0, 1);
  const also = stretches.filter(({ about, runs }) => about === 'with' && runs.slice(0, 1).some(isThing));
  const replaced = stretches.filter(({ about }) => about === 'for').slice(0, 1);
  const name = [
    ...upToNoun(named.flatMap(({ runs }) => runs)),
    // `Rambler with Chug Cap Insulated Bottle`: what it is called stands behind what it has.
    ...(at >= 0 ? [] : also.slice(0, 1).flatMap(({ runs }) => runs.slice(0, 1))),
    // `Compatible Replacement for Brother Toner Cartridge`: it is what it replaces.
    ...(at >= 0 || also.length > 0 || named.some(({ runs }) => runs.some(isCalled))
      ? []
      : replaced.flatMap(({ runs }) => runs)),
  ];
  const goesWith = stretches
    .filter(({ about }) => about === 'for')
    .flatMap(({ runs, figures }) => [...runs.flatMap((run) => run.words).slice(0, MOST_TARGET), ...figures]);
  return { name, goesWith, words };
}

/** Whether a run ends with a thing that is no accessory: AirPods with a charging case are no case. */
function isThing({ words }: Run): boolean {
  const last = words.findLast(isNoun);
  return last !== undefined && !ACCESSORY_WORDS.has(last);
}

/** Whether a run is no praise alone: `Best Price!`. */
const isTelling = ({ words }: Run): boolean => words.some((word) => !PRAISE.has(word));
const PRAISE: ReadonlySet<string> = new Set([...UNSAYING, ...UNSAYING.map(fromPlural)]);

/** Whether a run has a word of English that may be what the thing is called, though no list has it: `Class 15 Bobbins`. */
const isCalled = ({ words }: Run): boolean =>
  words.some((word) => isPlainWord(word) && !isOfReplacement(word) && !PRAISE.has(word));

/** Runs up to that which names the thing; what stands behind an amount tells what it has. */
function upToNoun(runs: readonly Run[]): Run[] {
  // `iPad 10W power adapter`: a name that is no word of English is more often the maker's than the thing's.
  const proper = runs.findIndex(({ words }) => words.some((word) => isNoun(word) && isPlainWord(word)));
  const at = proper >= 0 ? proper : runs.findIndex(({ words }) => words.some(isNoun));
  const end = runs.findIndex(({ isMeasured }, place) => place >= at && isMeasured);
  const named = end >= 0 ? runs.slice(0, end + 1) : [...runs];
  // `Premium Gel 0.7 mm Gel Pens`: what stood there only told more of the thing.
  const first = named[at]?.words.findLast(isNoun);
  const again = end < 0 ? -1 : runs.findIndex(({ words }, place) => place > end && isOfThing(words, first));
  return (again < 0 ? named : runs.slice(0, again + 1)).map((run, place, all) =>
    place === all.length - 1 ? upToLastNoun(run, place) : run,
  );
}

/** Whether a run names a thing of another: the pens of `gel pens`. */
function isOfThing(words: readonly string[], thing: string | undefined): boolean {
  const at = thing === undefined ? -1 : words.indexOf(thing);
  return at >= 0 && words.slice(at + 1).some(isNoun);
}

/**
 * `Phone Case Matte`: behind the word for the thing stands what it looks like; where the thing stands first, behind it
 * stands what it is called (`Shampoo Keratin Smooth`).
 */
function upToLastNoun(run: Run, before: number): Run {
  const at = run.words.findLastIndex(isNoun);
  if (at < 0 || at + before === 0) return run;
  // `Straw Lid Replacement`
  const end = isOfReplacement(run.words[at + 1] ?? '') ? at + 2 : at + 1;
  return { ...run, words: run.words.slice(0, end) };
}

/** Words of the longest name that a thing is said to go with. */
const MOST_TARGET = 3;

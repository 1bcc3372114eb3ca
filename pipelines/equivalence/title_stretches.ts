import { SHADES } from '../attributes/shades.ts';
import {
  ACCESSORY_WORDS,
  AGE_WORDS,
  ALONG_WORDS,
  COLOR_WORDS,
  COMPATIBLE_WORDS,
  CONDITION_WORDS,
  FOR_WORDS,
  functionWords,
  GENERATION_WORDS,
  GRAMMAR_WORDS,
  LANGUAGES,
  PACK_HOLDERS,
  PACK_UNITS,
  SEX_WORDS,
  SIZE_NAME_WORDS,
  SIZE_WORDS,
  SPARE_PART_WORDS,
  SUPPLY_WORDS,
  TASTE_WORDS,
  TIER_WORDS,
} from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { readText, type TextReading } from '../text/reading.ts';
import { DIGITS, isGlued, isLetters, LATIN, SIGN, type Token } from '../text/tokens.ts';
import { isPlainWord } from './plain_words.ts';
import { nameOfWord } from './thing_names.ts';

/** Words that stand together in a title, between amounts, makers and small words, in the singular. */
export interface Run {
  words: string[];
  /** Whether an amount stands behind it. */
  isMeasured: boolean;
}

/** A stretch of a title between signs that part. */
export interface Stretch {
  runs: Run[];
  /** `it`: of the thing itself, `for`: of what it goes with, `with`: of what it has. */
  about: 'it' | 'for' | 'with';
  /** Numbers and codes in it. */
  figures: string[];
}

/** Stands in a run between two things that are named together. */
export const AND = '&';

/** Whether a word names a thing in some language. */
export const isNoun = (word: string): boolean => nameOfWord(word) !== null;

/** Signs that part what a title says; a dash does where spaces stand around it. */
const PARTS = /^[,;|:•·–—/!]$/;
const JOINS: ReadonlySet<string> = new Set(
  Object.values(LANGUAGES).flatMap(({ conjunctions }) => conjunctions),
);
/** What comes along, less the words that join any two. */
const ALONG: ReadonlySet<string> = ALONG_WORDS.difference(TIER_WORDS).difference(JOINS);
/** Words that say what a thing is like and stand between any two others. */
const SAYS_LIKE: ReadonlySet<string> = new Set([
  ...COLOR_WORDS.keys(),
  ...SEX_WORDS.keys(),
  ...SIZE_WORDS.keys(),
  ...SIZE_NAME_WORDS,
]);
/** Nouns of what is made for another thing or used up by it. */
const GOES_WITH: ReadonlySet<string> = new Set([...ACCESSORY_WORDS, ...SUPPLY_WORDS, ...SPARE_PART_WORDS]);
/** Words behind a colour that may still name the thing. */
const NAME_REACH = 3;
/** Words before one for a condition that praise it. */
const MOST_PRAISE = 2;

/**
 * The stretches of a title; what stands in brackets is one of its own, and the words around it stay together. Words of
 * `brand` are none of the thing.
 */
export const stretchesOf = (
  title: string,
  brand: ReadonlySet<string>,
): { stretches: Stretch[]; aside: Stretch[] } => new StretchReader(readText(title), brand).read();

/** Reads the tokens of a title from left to right. */
class StretchReader {
  readonly #reading: TextReading;
  readonly #brand: ReadonlySet<string>;
  readonly #found: Stretch[] = [{ runs: [], figures: [], about: 'it' }];
  readonly #aside: Stretch[] = [];
  #depth = 0;
  #isEnded = true;

  constructor(reading: TextReading, brand: ReadonlySet<string>) {
    this.#reading = reading;
    this.#brand = brand;
  }

  read(): { stretches: Stretch[]; aside: Stretch[] } {
    const { folded, tokens, amounts } = this.#reading;
    for (const [at, { text }] of tokens.entries()) {
      const amount = amounts.find(({ from, next }) => at >= from && at < next);
      // `Gen 4 1/4 in. Driver`: what is measured behind a generation ends no name.
      const isOfRank = amount && GENERATION_WORDS.has(tokens[amount.from - 1]?.text ?? '');
      if (isOfRank) continue;
      if (amount || isRange(tokens, at)) this.#measure();
      else if (text === '(' || text === '[') {
        this.#depth++;
        this.#open('it');
      } else if (text === ')' || text === ']') this.#depth = Math.max(0, this.#depth - 1);
      else if (text === '/' && tokens[at - 1]?.text === 'w') this.#open('with');
      else if (isParting(folded, tokens, at)) this.#open('it');
      else if (text === '&' || text === '+' || isAlternative(tokens, at)) this.#join();
      else this.#take(at);
    }
    const said = ({ runs, figures }: Stretch) => runs.length + figures.length > 0;
    return { stretches: this.#found.filter(said), aside: this.#aside.filter(said) };
  }

  get #here(): Stretch {
    return (this.#depth > 0 ? this.#aside : this.#found).at(-1) as Stretch;
  }

  #open(about: Stretch['about']): void {
    (this.#depth > 0 ? this.#aside : this.#found).push({ runs: [], figures: [], about });
    this.#isEnded = true;
  }

  #measure(): void {
    const last = this.#here.runs.at(-1);
    if (last) last.isMeasured = true;
    this.#isEnded = true;
  }

  #join(): void {
    if (!this.#isEnded) this.#here.runs.at(-1)?.words.push(AND);
  }

  #take(at: number): void {
    const { folded, tokens } = this.#reading;
    const word = wordAt(folded, tokens, at);
    const next = tokens[at + 1]?.text ?? '';
    if (word === null) this.#takeFigure(at);
    else if (word === 'w' && next === '/') return;
    else if (FOR_WORDS.has(word) || isCompatible(word, next)) this.#open(isWearer(next) ? 'it' : 'for');
    else if (ALONG.has(word)) {
      // `compatible with` is one word for it
      if (this.#here.about !== 'for' || this.#here.runs.length > 0) this.#open('with');
    } else if (JOINS.has(word)) this.#join();
    else if (CONDITION_WORDS.has(word)) this.#dropPraise();
    else if (PACK_HOLDERS.has(word) && PACK_UNITS.has(next)) this.#measure();
    else if (isSmall(word) || this.#brand.has(word) || isOfVerb(tokens, at)) this.#isEnded = true;
    else if (SAYS_LIKE.has(word) || isOfShades(tokens, at)) this.#liken(at);
    else this.#name(fromPlural(word));
  }

  #name(word: string): void {
    if (this.#isEnded) this.#here.runs.push({ words: [], isMeasured: false });
    this.#isEnded = false;
    this.#here.runs.at(-1)?.words.push(word);
  }

  /** A colour or a size behind a word for a thing ends the name (`Charger White foldable plug`), unless an accessory follows (`TV Black Wall Mount`). */
  #liken(at: number): void {
    const { tokens } = this.#reading;
    const last = this.#here.runs.at(-1)?.words.at(-1);
    const isFollowed = tokens.slice(at + 1, at + 1 + NAME_REACH).some(({ text }) => GOES_WITH.has(text));
    // `lime green hose`: what it is like stands in two words.
    const isNamed =
      !this.#isEnded && last !== undefined && isNoun(last) && isPlainWord(last) && !TASTE_WORDS.has(last);
    if (isNamed && !isFollowed) this.#measure();
  }

  /** A number or a code; one that measures (`1080p`) ends a name where no thing was named yet. */
  #takeFigure(at: number): void {
    const { tokens } = this.#reading;
    const { text } = tokens[at] as Token;
    if (/\d/.test(text)) this.#here.figures.push(text);
    // `Digital Piano 88 Keys`
    if (isCounting(tokens, at) && this.#here.runs.some(({ words }) => words.some(isNoun))) this.#measure();
    if (isMeasure(tokens, at) && !this.#here.runs.some(({ words }) => words.some(isNoun))) this.#measure();
  }

  /** `Geek Certified Refurbished iPhone`: who says that it is as good as new is no part of the name. */
  #dropPraise(): void {
    const { runs } = this.#here;
    const before = runs.flatMap(({ words }) => words);
    const isPraise = before.every((word) => isPlainWord(word) && !isNoun(word));
    if (before.length > MOST_PRAISE || !isPraise) return;
    runs.length = 0;
    this.#isEnded = true;
  }
}

/** Whether a slash joins a word to a colour: the iron of `Iron/Fuchsia`. */
function isOfShades(tokens: readonly Token[], at: number): boolean {
  const isShade = (place: number) => {
    const text = tokens[place]?.text ?? '';
    return COLOR_WORDS.has(text) || SHADES.has(text);
  };
  const isSlash = (place: number) => tokens[place]?.text === '/' && isGlued(tokens, place);
  return (isSlash(at + 1) && isShade(at + 2)) || (isSlash(at - 1) && isShade(at - 2));
}

/** A word of grammar; not one of English that is small elsewhere: `pro`, `pour`. */
const isSmall = (word: string): boolean =>
  ENGLISH.has(word) || (GRAMMAR_WORDS.has(word) && !TIER_WORDS.has(word) && !isPlainWord(word));
const ENGLISH = functionWords('en');

/** The `slip` of `Slip-On`, the `plug` of `Plug-in`: what one does with a thing. */
const isOfVerb = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.text === '-' && isGlued(tokens, at + 1) && PARTICLES.has(tokens[at + 2]?.text ?? '');
const PARTICLES: ReadonlySet<string> = new Set(['on', 'in', 'up', 'off', 'out', 'down', 'over']);

/** The slash of `Player/Changer`. */
const isAlternative = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '/' &&
  [at - 1, at + 1].every(
    (place) => isLetters(tokens[place]) && isNoun(fromPlural(tokens[place]?.text ?? '')),
  );

/** Whether a number counts what a thing has: before a word for things in the plural. */
function isCounting(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (tokens[at]?.kind !== DIGITS || !isLetters(next) || isGlued(tokens, at + 1)) return false;
  const single = fromPlural(next?.text ?? '');
  return single !== next?.text && isNoun(single);
}

/** `1080p`, `5G`: a number with letters written to it, not to letters before. */
const isMeasure = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === DIGITS &&
  !isGlued(tokens, at) &&
  isGlued(tokens, at + 1) &&
  isLetters(tokens[at + 1]) &&
  !ORDINAL.test(tokens[at + 1]?.text ?? '');
const ORDINAL = /^(?:st|nd|rd|th)$/;

/** `2-10` of `2-10 players`. */
const isRange = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === DIGITS && tokens[at + 1]?.text === '-' && tokens[at + 2]?.kind === DIGITS;

/** `for women`: who wears it is no other thing. */
const isWearer = (word: string): boolean => SEX_WORDS.has(word) || AGE_WORDS.has(word);

const isCompatible = (word: string, next: string): boolean =>
  COMPATIBLE_WORDS.has(word) || COMPATIBLE_WORDS.has(`${word}_${next}`);

function isParting(folded: string, tokens: readonly Token[], at: number): boolean {
  const { kind, text, start, end } = tokens[at] as Token;
  if (kind !== SIGN) return false;
  if (text === '-') return folded[start - 1] === ' ' && folded[end] === ' ';
  if (text === '/') return folded[start - 1] === ' ' || folded[end] === ' ';
  return PARTS.test(text);
}

/** The word of a token: letters, less the `s` behind an apostrophe; of `ghost16` the letters; null of numbers and codes. */
function wordAt(folded: string, tokens: readonly Token[], at: number): string | null {
  const token = tokens[at] as Token;
  if (!isLetters(token)) return null;
  const before = tokens[at - 1];
  const isJoined = before !== undefined && before.end === token.start;
  if (isJoined && /^['’`]$/.test(before.text) && token.text.length < 3) return null;
  if (isJoined && before.kind === DIGITS) return null;
  if (token.text.length < LEAST_NAME && isOfCode(tokens, at)) return null;
  // Elsewhere numbers are written to words without making a code of them: `בקבוק1ל`.
  if (token.kind !== LATIN) return token.text;
  const next = tokens[at + 1];
  const isCode = next !== undefined && next.kind === DIGITS && next.start === token.end;
  if (isCode && (token.text.length < LEAST_NAME || /^[\d]*[\p{L}]/u.test(folded.slice(next.end))))
    return null;
  return token.text;
}
/** Whether a hyphen joins a word to what has digits: `wh` of `WH-1000`, `m` of `TX36-M`. */
function isOfCode(tokens: readonly Token[], at: number): boolean {
  const isHyphen = (place: number) => tokens[place]?.text === '-' && isGlued(tokens, place);
  const behind = isHyphen(at + 1) && isGlued(tokens, at + 2) ? tokens[at + 2] : undefined;
  if (behind?.kind === DIGITS) return true;
  if (isLetters(behind) && isGlued(tokens, at + 3) && tokens[at + 3]?.kind === DIGITS) return true;
  return isHyphen(at - 1) && isGlued(tokens, at) && tokens[at - 2]?.kind === DIGITS;
}

/** Letters of the shortest name that a number is written to: `ghost16`. */
const LEAST_NAME = 4;

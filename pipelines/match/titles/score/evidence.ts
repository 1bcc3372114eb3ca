import { type Conflict, conflictsOf } from '../../../domain/conflicts.ts';
import { kindName } from '../../../domain/contradictions.ts';
import { COLOR_WORDS } from '../../../text/languages.ts';
import { Alignment, type Side } from '../compare/alignment.ts';
import { featuresOf } from '../compare/features.ts';
import { weighLoneWord } from '../compare/lexicon.ts';
import { RARITY_STEP, type Vocabulary } from '../compare/vocabulary.ts';
import { colorNames, FRAGMENT, type Reading, readRecord, WHOLE, wholeWords } from '../read/reading.ts';
import type { MatchRecord } from '../read/record.ts';
import { contrastWords } from './contrast_words.ts';
import { deniedWords } from './denied_words.ts';
import { equivalentWords } from './equivalent_words.ts';
import type { ExplainStep, Explanation } from './explain.ts';
import type { MatchModel } from './model.ts';
import { shadeWords } from './shade_words.ts';
import { statedAmounts } from './stated_amounts.ts';

/** One thing that speaks for or against a pair, in plain words, and about how much: bits of the words, or of the step of the waterfall. */
export interface Evidence {
  text: string;
  bits: number;
}

/** What is worth less than this, in bits, nobody needs to read. */
const LEAST_BITS = 0.3;
/** Words beyond these say little more. */
const MOST_LINES = 12;
/** Steps of the waterfall that words are not told apart in, by what they are about. */
const BESIDE_WORDS: ReadonlySet<string> = new Set(['codes', 'brand', 'price', 'category']);
/** The words of a left and of a right title. */
type Texts = [left: string[], right: string[]];
const MOST_LEARNED = 4;
/** What they find when the two differ; else, but for prices, they are alike. */
const DIFFERS = /^different|but different$|is not in the title/;
/** What these steps find when they find nothing. */
const SAYS_NOTHING = /^no |is missing$|on one side only$|^common/;

/**
 * What a person sees of a pair: first what both state differently, words by which sellers tell siblings apart and by which
 * they name colours, the amounts
 * that both state and that only one does, which title is cut off, what known matches write for each other, then the words that agree, those that only one has,
 * what known matches taught of them, and what is found beside the words, the weightiest first. `steps` as the waterfall
 * of the pair has them.
 */
export function evidenceOf(
  model: Pick<MatchModel, 'vocabulary'>,
  left: MatchRecord,
  right: MatchRecord,
  { steps }: Pick<Explanation, 'steps'>,
): string[] {
  const stated = (record: MatchRecord) => ({ ...record, title: wholeWords(record) });
  const conflicts = conflictsOf(stated(left), stated(right));
  const told = conflicts.map(({ kind, left: one, right: other }) => {
    if (one !== null && other !== null) return `they differ in ${kindName(kind)}: ${one} and ${other}`;
    return one === null
      ? `only the right is said to be ${other} (${kindName(kind)})`
      : `only the left is said to be ${one} (${kindName(kind)})`;
  });
  const read = [readRecord(left), readRecord(right)] as const;
  const equated = equatedWords(model, left, right);
  const colors = new Set(colorNames(read[0].colors & read[1].colors));
  const isColor = (word: string) => colors.has(COLOR_WORDS.get(word) ?? '');
  const isTold = (word: string) => isColor(word) || equated.some(({ texts }) => texts.flat().includes(word));
  const evidence = [
    ...wordsOf(
      model,
      [left, right],
      isTold,
      steps.find(({ comparison }) => comparison === 'lexicon')?.bits ?? 0,
    ),
    ...steps
      .filter((step) => BESIDE_WORDS.has(step.comparison) && !SAYS_NOTHING.test(step.found) && isPlain(step))
      .map(({ found, bits, comparison }) => ({
        text: comparison === 'price' ? pricesOf(left, right) : found,
        bits,
      })),
  ];
  const weighty = evidence
    .filter(({ bits }) => Math.abs(bits) >= LEAST_BITS)
    .sort((one, other) => Math.abs(other.bits) - Math.abs(one.bits))
    .slice(0, MOST_LINES)
    .map(({ text, bits }) => `${text} (${bits > 0 ? 'for' : 'against'}, ${Math.abs(bits).toFixed(1)} bits)`);
  return [
    ...told,
    ...contrastWords(model.vocabulary.contrasts, read, conflicts),
    ...deniedWords(read),
    ...shadeWords(model.vocabulary.shades, read),
    ...amountsOf(stated(left), stated(right), conflicts),
    ...sharedColors(colors, read),
    ...cutOff('left', left),
    ...cutOff('right', right),
    ...equated.filter(({ texts }) => !texts.flat().every(isColor)).map(standingFor),
    ...weighty,
  ];
}

/**
 * Whether a step counts the way a person reads it. That different categories speak for a pair (near-twins share theirs) is a
 * habit of the catalogue, which the waterfall shows and nobody can decide by.
 */
const isPlain = ({ comparison, found, bits }: ExplainStep): boolean =>
  comparison === 'price' || DIFFERS.test(found) === bits < 0;

/** That a title ends where its feed cuts titles off: what it leaves out it may well have said. */
const cutOff = (side: 'left' | 'right', record: MatchRecord): string[] =>
  readRecord(record).ending === WHOLE
    ? []
    : [`the ${side} title is cut off, its feed has ${record.cut_at} characters for it`];

/** Colours that both have, which they name by other words or in other places than their titles (`schwarz` and `black`). */
function sharedColors(colors: ReadonlySet<string>, [left, right]: readonly [Reading, Reading]): string[] {
  const said = new Set(left.words.map(({ text }) => text));
  const alike = right.words.flatMap(({ text }) => (said.has(text) ? [COLOR_WORDS.get(text)] : []));
  const others = [...colors].filter((name) => !alike.includes(name));
  return others.length > 0 ? [`both are ${others.join(', ')}`] : [];
}

/** Words of a left and of a right title that stand for each other. */
interface EquatedWords {
  texts: Texts;
  taught: number;
}

/** Words without a partner that known matches write for each other. */
function equatedWords(
  { vocabulary }: Pick<MatchModel, 'vocabulary'>,
  one: MatchRecord,
  other: MatchRecord,
): EquatedWords[] {
  const { alignment, texts } = aligned(vocabulary, one, other);
  const textsAt = (side: 0 | 1, places: readonly number[]) => [
    ...new Set(places.flatMap((at) => texts[side][at] ?? [])),
  ];
  return equivalentWords(alignment, vocabulary.equivalents).map(({ lefts, rights, taught }) => ({
    texts: [textsAt(0, lefts), textsAt(1, rights)],
    taught,
  }));
}

/**
 * The shorter first. It says no more than that: what they weigh is the lexicon's, which learned it of the same matches.
 */
function standingFor({ texts, taught }: EquatedWords): string {
  const [short, long] = texts
    .map((words) => words.join(' '))
    .sort((left, right) => left.length - right.length);
  return `"${short}" stands for "${long}", learned from ${taught} pairs`;
}

/** The words of both titles, and how they pair up. */
function aligned(vocabulary: Vocabulary, one: MatchRecord, other: MatchRecord) {
  const features = featuresOf([one, other], vocabulary);
  const texts = [one, other].map((record) => readRecord(record).words.map(({ text }) => text)) as Texts;
  const alignment = new Alignment();
  alignment.align(features, 0, features, 1);
  return { alignment, texts };
}

/**
 * What both state of how much there is and no conflict tells (`1 l` and `4x1 l` of a column that says a piece), and, where
 * there is no conflict, what is left over on either side.
 */
function amountsOf(left: MatchRecord, right: MatchRecord, conflicts: readonly Conflict[]): string[] {
  const textsOf = ({ title, quantity, own_quantity }: MatchRecord) => [
    title,
    ...[quantity, own_quantity].flatMap((text) => text ?? []),
  ];
  const amounts = statedAmounts(textsOf(left), textsOf(right));
  const line = (says: string, texts: readonly string[]) =>
    texts.length > 0 ? [`${says} ${texts.join(', ')}`] : [];
  const told = new Set(conflicts.flatMap((conflict) => [conflict.left, conflict.right]));
  const both = amounts.both.filter((text) => !told.has(text));
  const alone =
    conflicts.length > 0
      ? []
      : [...line('only the left states', amounts.left), ...line('only the right states', amounts.right)];
  return [...line('both state', both), ...alone];
}

function pricesOf({ price_minor: one }: MatchRecord, { price_minor: other }: MatchRecord): string {
  if (!one || !other) return 'a price is missing';
  const apart = Math.round(100 * (Math.max(one, other) / Math.min(one, other) - 1));
  return apart === 0
    ? 'the prices were the same when first seen'
    : `the prices were ${apart} % apart when first seen`;
}

function wordsOf(
  { vocabulary }: Pick<MatchModel, 'vocabulary'>,
  [one, other]: readonly [MatchRecord, MatchRecord],
  isTold: (word: string) => boolean,
  taught: number,
): Evidence[] {
  const { alignment, texts } = aligned(vocabulary, one, other);
  const { left, right } = alignment;
  const about = learnedOf(alignment, { vocabulary }, texts, Math.sign(taught));
  return [
    ...sharedWords(alignment, texts),
    ...loneWords([left, right], texts, isTold, 'only the left says'),
    ...loneWords([right, left], [texts[1], texts[0]], isTold, 'only the right says'),
    { text: taughtOf(taught, about), bits: taught },
  ];
}

/** A word that found its partner weighs what it adds on both sides (alignment.ts, `weigh`). */
function sharedWords({ left, right }: Alignment, [own, others]: Texts): Evidence[] {
  return own.slice(0, left.count).flatMap((text, at) => {
    const share = left.paired[at] as number;
    if (share === 0) return [];
    const bits = share * bitsOfShared(left, at);
    const partner = others.includes(text)
      ? text
      : others.find((other, to) => to < right.count && right.paired[to] === share && isNear(text, other));
    // A word beside several that found partners alike, none of which it is seen to be a form of.
    if (partner === undefined) return [{ text: `"${text}" is much like a word of the right`, bits }];
    // A word that nearly every title has says nothing, although it weighs a little against.
    if (own.indexOf(text) < at || bits < 0) return [];
    return [{ text: partner === text ? `both say "${text}"` : `"${text}" is taken for "${partner}"`, bits }];
  });
}

/** Words that one reads as forms of each other: one has the other, or they begin alike. */
const isNear = (one: string, other: string): boolean =>
  one.includes(other) || other.includes(one) || one.slice(0, 2) === other.slice(0, 2);

function bitsOfShared({ features, from }: Side, at: number): number {
  const rarity = (features.word_rarity[from + at] as number) * RARITY_STEP;
  const retention = (features.word_retention[from + at] as number) / 255;
  return (rarity + Math.log(retention + 0.01)) / Math.LN2;
}

/**
 * Words without partner of the first side, whose words are the first of the texts. One said twice that the other says once
 * is no such word, nor is one of which it was told what stands for it (`isTold`).
 */
function loneWords(
  [side, other]: readonly [Side, Side],
  [own, others]: Texts,
  isTold: (word: string) => boolean,
  says: string,
): Evidence[] {
  const room = Math.min(1, (other.length + 1) / (side.length + 1));
  return own.slice(0, side.count).flatMap((text, at) => {
    if ((side.paired[at] as number) > 0 || side.features.word_kind[side.from + at] === FRAGMENT) return [];
    if (others.includes(text) || own.indexOf(text) < at || isTold(text)) return [];
    const retention = (side.features.word_retention[side.from + at] as number) / 255;
    return [{ text: `${says} "${text}"`, bits: Math.log(1 - 0.98 * retention * room) / Math.LN2 }];
  });
}

/** What known matches taught of the words, some of which are named. */
function taughtOf(bits: number, about: string): string {
  if (about === '')
    return `known matches taught that such words ${bits > 0 ? 'are of one item' : 'part two items'}`;
  return bits > 0
    ? `known matches often have ${about} on one side only`
    : `known matches seldom have ${about} on one side only`;
}

/** The words without partner for which the lexicon says what it says of the pair (`sign`), the weightiest first. */
function learnedOf(
  { left, right }: Alignment,
  { vocabulary }: Pick<MatchModel, 'vocabulary'>,
  texts: Texts,
  sign: number,
): string {
  const known = [left, right].flatMap((side, number) =>
    (texts[number] as string[]).slice(0, side.count).flatMap((text, at) => {
      if ((side.paired[at] as number) > 0 || texts[1 - number]?.includes(text)) return [];
      const id = side.features.word_id[side.from + at] as number;
      const weight = sign * weighLoneWord(vocabulary.lexicon, id);
      return weight > 0 ? [{ text, weight }] : [];
    }),
  );
  known.sort((one, other) => other.weight - one.weight);
  return [...new Set(known.map(({ text }) => `"${text}"`))].slice(0, MOST_LEARNED).join(', ');
}

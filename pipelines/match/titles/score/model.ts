import { COMPARISONS } from '../compare/comparison.ts';
import type { Tolerated } from '../compare/conflicts.ts';
import { type EquivalentEntries, equivalentsFrom } from '../compare/equivalents.ts';
import { type Lexicon, lexiconEntries, lexiconFrom } from '../compare/lexicon.ts';
import type { Vocabulary } from '../compare/vocabulary.ts';
import type { Calibration } from './calibration.ts';
import { measuredApart, type OpenWorld } from './open_world.ts';
import type { Partners } from './partners.ts';
import { WEIGHT_COUNT, type Weights } from './weights.ts';

/** How a caller's row is weighed, which says less than a listing: no price, no category, no attributes. */
export interface RowModel {
  weights: Weights;
  calibration: Calibration;
}

/** A feed, by its seller's id and its own name, that cuts titles off behind so many characters. */
export interface CutTitles {
  seller: string;
  feed: string;
  characters: number;
}

/** Everything learned, frozen: the same records always score the same under one model. */
export interface MatchModel {
  vocabulary: Vocabulary;
  weights: Weights;
  calibration: Calibration;
  /** Pairs less likely than this are for a person, whatever the trust threshold says (calibration.ts, `mergeFrom`). */
  merge_from: number;
  /** The same of pairs that name two makers, where hidden GTINs were looked up; of such nothing is taken for granted. */
  two_makers_from?: number;
  /** The same of pairs that meet what one seller alone carries, where enough others show what those are worth. */
  lone_from?: number;
  /** From where on pairs that public sets bear out are joined whatever they meet, where all sellers that teach are small. */
  witnessed_from?: number;
  /** By seller, from where on what its listings without a code find is joined, where these have a partner seldomer than those with one. */
  left_over_from?: Record<string, number>;
  /** What it is worth that a pair states something differently, in nats, where hidden GTINs were looked up and show it. */
  contradicted?: number;
  /** By seller, in nats, how much likelier its listings' pairs are than all sellers' together, where hidden GTINs show that sellers differ. */
  seller_nats?: Record<string, number>;
  /** What pairs of listings are worth, measured without GTINs; absent where GTINs teach. */
  open_world?: OpenWorld;
  /** Where GTINs teach: the same of pairs of two listings without a code, of which no GTIN tells. */
  uncoded?: OpenWorld;
  /** Where GTINs teach: how often what a seller lists has a partner at another one. */
  partners?: Partners;
  /** What may be stated differently without parting a pair; absent where nothing of that kind was learned. */
  tolerated?: Tolerated;
  /** Feeds whose titles are cut off, and behind how many characters; what came later is taken for whole. */
  cut_titles: CutTitles[];
  /** How a caller's row is weighed. */
  rows: RowModel;
  /** How the weights were learned, and from how many pairs that are matches. */
  taught: { by: 'hidden_gtins' | 'competition' | 'public_sets'; matches: number };
}

const FORMAT = 16;
const ARRAYS = {
  ids: Uint32Array,
  rarity: Uint8Array,
  retention: Uint8Array,
  grams: Uint8Array,
};
type ArrayName = keyof typeof ARRAYS;
const NAMES = Object.keys(ARRAYS) as ArrayName[];
const EQUIVALENTS = {
  left: Uint32Array,
  right: Uint32Array,
  taught: Uint16Array,
  words: Uint32Array,
  stems: Uint32Array,
};
type EquivalentName = keyof typeof EQUIVALENTS;
const EQUIVALENT_NAMES = Object.keys(EQUIVALENTS) as EquivalentName[];

/** What is not learned of every catalogue, and written as it is. */
const LEARNED = [
  'two_makers_from',
  'lone_from',
  'witnessed_from',
  'left_over_from',
  'contradicted',
  'seller_nats',
  'open_world',
  'uncoded',
  'tolerated',
] as const;
type Learned = (typeof LEARNED)[number];

const learnedOf = (model: Pick<MatchModel, Learned>): Pick<MatchModel, Learned> =>
  Object.fromEntries(LEARNED.filter((name) => model[name] !== undefined).map((name) => [name, model[name]]));

const toText = (array: Uint8Array | Int8Array | Uint16Array | Uint32Array | Float32Array) =>
  Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');

const toBuffer = (text: string) => Uint8Array.from(Buffer.from(text, 'base64')).buffer;

interface LexiconText {
  keys: string;
  weights: string;
}

function lexiconToText(lexicon: Lexicon): LexiconText {
  const { keys, weights } = lexiconEntries(lexicon);
  return { keys: toText(keys), weights: toText(weights) };
}

const lexiconFromText = ({ keys, weights }: LexiconText): Lexicon =>
  lexiconFrom({ keys: new Uint32Array(toBuffer(keys)), weights: new Int8Array(toBuffer(weights)) });

/** The model as JSON (arrays as base64, little-endian). */
export function modelToJson(model: MatchModel): string {
  const { vocabulary, weights, calibration, merge_from, partners, cut_titles, rows, taught } = model;
  const arrays = Object.fromEntries(NAMES.map((name) => [name, toText(vocabulary[name])]));
  const { records, unknown_rarity, mean_retention } = vocabulary;
  const { sellers, levels } = vocabulary.price_levels;
  return JSON.stringify({
    format: FORMAT,
    comparisons: COMPARISONS.map((one) => [one.name, one.levels.length]),
    vocabulary: { records, unknown_rarity, mean_retention, ...arrays },
    lexicon: lexiconToText(vocabulary.lexicon),
    equivalents: Object.fromEntries(
      EQUIVALENT_NAMES.map((name) => [name, toText(vocabulary.equivalents.entries[name])]),
    ),
    contrasts: toText(vocabulary.contrasts),
    shades: toText(vocabulary.shades),
    price_levels: { sellers: toText(sellers), levels: toText(levels) },
    weights: [...weights],
    calibration,
    merge_from,
    ...learnedOf(model),
    ...(partners && { partners: { ...partners, terms: lexiconToText(partners.terms) } }),
    cut_titles,
    rows: { ...rows, weights: [...rows.weights] },
    taught,
  });
}

/** The model was written by a version of the program that compares otherwise. */
export class MatchModelError extends Error {
  constructor(format: number) {
    super(`match model: written by another version (format ${format}); run \`commerce-index rebuild\``);
    this.name = 'MatchModelError';
  }
}

/** The model that `modelToJson` wrote; throws MatchModelError where it is of another version of the comparisons. */
export function modelFromJson(json: string): MatchModel {
  const read = JSON.parse(json) as {
    format: number;
    comparisons: unknown;
    vocabulary: Omit<
      Vocabulary,
      ArrayName | 'lexicon' | 'equivalents' | 'contrasts' | 'shades' | 'price_levels'
    > &
      Record<ArrayName, string>;
    lexicon: LexiconText;
    equivalents: Record<EquivalentName, string>;
    contrasts: string;
    shades: string;
    price_levels: { sellers: string; levels: string };
    weights: number[];
    calibration: Calibration;
    merge_from: number;
    partners?: Omit<Partners, 'terms'> & { terms: LexiconText };
    cut_titles: CutTitles[];
    rows: { weights: number[]; calibration: Calibration };
    taught: MatchModel['taught'];
  } & Pick<MatchModel, Learned>;
  const expected = JSON.stringify(COMPARISONS.map((one) => [one.name, one.levels.length]));
  if (
    read.format !== FORMAT ||
    JSON.stringify(read.comparisons) !== expected ||
    read.weights.length !== WEIGHT_COUNT
  )
    throw new MatchModelError(read.format);
  const arrays = Object.fromEntries(
    NAMES.map((name) => [name, new ARRAYS[name](toBuffer(read.vocabulary[name]))]),
  ) as Pick<Vocabulary, ArrayName>;
  const lexicon = lexiconFromText(read.lexicon);
  const entries = Object.fromEntries(
    EQUIVALENT_NAMES.map((name) => [name, new EQUIVALENTS[name](toBuffer(read.equivalents[name]))]),
  ) as unknown as EquivalentEntries;
  const equivalents = equivalentsFrom(entries);
  const { partners } = read;
  const price_levels = {
    sellers: new Uint32Array(toBuffer(read.price_levels.sellers)),
    levels: new Float32Array(toBuffer(read.price_levels.levels)),
  };
  const contrasts = new Uint32Array(toBuffer(read.contrasts));
  const shades = new Uint32Array(toBuffer(read.shades));
  return {
    vocabulary: { ...read.vocabulary, ...arrays, lexicon, equivalents, contrasts, shades, price_levels },
    weights: Float64Array.from(read.weights),
    calibration: read.calibration,
    merge_from: read.merge_from,
    ...learnedOf(read),
    ...(read.open_world && { open_world: measuredApart(read.open_world) }),
    ...(read.uncoded && { uncoded: measuredApart(read.uncoded) }),
    ...(partners && { partners: { ...partners, terms: lexiconFromText(partners.terms) } }),
    cut_titles: read.cut_titles,
    rows: { ...read.rows, weights: Float64Array.from(read.rows.weights) },
    taught: read.taught,
  };
}

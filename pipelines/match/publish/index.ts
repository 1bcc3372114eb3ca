import { type Columns, readColumnFile, writeColumnFile } from '../../../warehouse/text/array_file.ts';
import type { CandidateIndex } from '../titles/candidates/candidate_index.ts';
import type { KeyRules } from '../titles/candidates/keys.ts';
import { type Features, featureColumns, featuresFrom } from '../titles/compare/features.ts';
import type { TitlePairs } from './pairs.ts';

/**
 * Everything the matcher keeps of a catalogue between two publications, and what bulk match looks rows up in: the
 * records by rank of their key, what was read of their titles, which share keys, and the pairs found.
 */
export interface TitleIndex {
  /** Listing keys, ascending. */
  keys: BigUint64Array;
  /** What the matcher reads of each record, as a hash. */
  fingerprints: BigUint64Array;
  features: Features;
  index: CandidateIndex;
  pairs: TitlePairs;
}

/** Writes it as a file of columns; returns its bytes. */
export function writeTitleIndex(path: string, { keys, fingerprints, features, index, pairs }: TitleIndex) {
  const { bits, count, rules, limits, bucket_start, posting, heads } = index;
  const { min_rarity, words, stems } = rules;
  return writeColumnFile(path, {
    index: Buffer.from(JSON.stringify({ bits, count, min_rarity, limits })),
    keys: bytesOf(keys),
    fingerprints: bytesOf(fingerprints),
    bucket_start,
    posting,
    standing_words: words,
    standing_stems: stems,
    ...(heads && { heads }),
    pair_left: pairs.left,
    pair_right: pairs.right,
    pair_weight: bytesOf(pairs.weight),
    pair_kind: pairs.kind,
    pair_twin: pairs.twin,
    pair_levels: pairs.levels,
    ...Object.fromEntries(featureColumns(features).map(([name, bytes]) => [`feature.${name}`, bytes])),
  });
}

/** What bulk match needs of it. */
export type ServedTitles = Pick<TitleIndex, 'keys' | 'features' | 'index'>;

const ONLY_PUBLICATION: ReadonlySet<string> = new Set([
  'fingerprints',
  'pair_left',
  'pair_right',
  'pair_weight',
  'pair_kind',
  'pair_twin',
  'pair_levels',
]);

/** Reads what bulk match needs into shared memory. */
export async function readServedTitles(path: string): Promise<ServedTitles> {
  return served(path, await readColumnFile(path, (name) => !ONLY_PUBLICATION.has(name)));
}

/** Reads all of it into shared memory. */
export async function readTitleIndex(path: string): Promise<TitleIndex> {
  const columns = await readColumnFile(path);
  const { bytes, numbers, long } = columnReader(path, columns);
  const weight = bytes('pair_weight');
  return {
    ...served(path, columns),
    fingerprints: long('fingerprints'),
    pairs: {
      left: numbers('pair_left'),
      right: numbers('pair_right'),
      weight: new Float32Array(weight.buffer, weight.byteOffset, weight.byteLength / 4),
      kind: bytes('pair_kind'),
      twin: bytes('pair_twin'),
      levels: bytes('pair_levels'),
    },
  };
}

function columnReader(path: string, columns: Columns) {
  const column = (name: string) => {
    const found = columns[name];
    if (!found) throw new Error(`${path}: the column ${name} is missing; run \`commerce-index rebuild\``);
    return found;
  };
  return {
    bytes: (name: string) => column(name) as Uint8Array,
    numbers: (name: string) => column(name) as Uint32Array,
    long: (name: string) => {
      const { buffer, byteOffset, byteLength } = column(name);
      return new BigUint64Array(buffer, byteOffset, byteLength / 8);
    },
  };
}

type IndexNumbers = Pick<CandidateIndex, 'bits' | 'count' | 'limits'> & Pick<KeyRules, 'min_rarity'>;

function served(path: string, columns: Columns): ServedTitles {
  const { bytes, numbers, long } = columnReader(path, columns);
  const features = new Map<string, Uint8Array>();
  for (const [name, values] of Object.entries(columns))
    if (name.startsWith('feature.')) features.set(name.slice('feature.'.length), values as Uint8Array);
  const { min_rarity, bits, count, limits } = JSON.parse(
    Buffer.from(bytes('index')).toString(),
  ) as IndexNumbers;
  return {
    keys: long('keys'),
    features: featuresFrom(features),
    index: {
      bits,
      count,
      limits,
      rules: { min_rarity, words: numbers('standing_words'), stems: numbers('standing_stems') },
      bucket_start: numbers('bucket_start'),
      posting: numbers('posting'),
      ...(columns['heads'] && { heads: numbers('heads') }),
    },
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

import { open } from 'node:fs/promises';
import { type CandidateIndex, indexCandidates } from '../titles/candidates/candidate_index.ts';
import type { CandidateLimits } from '../titles/candidates/candidate_limits.ts';
import { type Features, FeaturesBuilder, featuresOf } from '../titles/compare/features.ts';
import type { Lexicon } from '../titles/compare/lexicon.ts';
import type { MeasuredPairs } from '../titles/learn/learn_open_world.ts';
import { learnPartnerTerms } from '../titles/learn/learn_partners.ts';
import { generalModel, type SellerPair, teachModel } from '../titles/learn/teach_model.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import type { MatchModel } from '../titles/score/model.ts';
import { type HiddenPairs, type HiddenRequest, scoreHidden } from './hidden.ts';
import { measureTitles } from './measure.ts';
import { type ScoreRequest, scoreTitles, type TitlePairs } from './pairs.ts';

/** Work on titles that a thread can do apart: everything goes in and out as plain values and shared arrays. */
export type TitleTask =
  | { do: 'teach'; pairs: SellerPair[]; limits: CandidateLimits; colors: string[] }
  /** What listings too few to teach are weighed by. */
  | { do: 'general'; pairs: SellerPair[]; colors: string[] }
  /** Bytes `from` up to `to` of a file of records; both are beginnings of lines. */
  | { do: 'features'; model: MatchModel; path: string; from: number; to: number }
  | { do: 'index'; model: MatchModel; features: Features; heads: Uint32Array; limits: CandidateLimits }
  /** How often listings have a partner at another seller. */
  | { do: 'partners'; model: MatchModel; listings: PartnerListing[] }
  /** Listings seen without their codes. */
  | ({ do: 'hide' } & HiddenRequest)
  /** Pairs that say what likeness is worth. */
  | ({ do: 'measure' } & ScoreRequest)
  | ({ do: 'score' } & ScoreRequest);

/** The answer to a task. */
export type TitleAnswer<Task extends TitleTask> = Task extends { do: 'teach' | 'general' }
  ? MatchModel
  : Task extends { do: 'features' }
    ? Features
    : Task extends { do: 'index' }
      ? CandidateIndex
      : Task extends { do: 'partners' }
        ? Lexicon
        : Task extends { do: 'hide' }
          ? HiddenPairs
          : Task extends { do: 'measure' }
            ? MeasuredPairs
            : TitlePairs;

/** A listing with a code, and whether another seller has it too. */
export interface PartnerListing {
  record: MatchRecord;
  shared: boolean;
}

export async function performTitleTask(task: TitleTask): Promise<unknown> {
  switch (task.do) {
    case 'teach':
      return teachModel(task.pairs, undefined, task.limits, task.colors);
    case 'general':
      return generalModel(task.pairs, task.colors);
    case 'features':
      return readFeatures(task.model, task.path, task.from, task.to);
    case 'index':
      return indexCandidates(task.features, task.model.vocabulary, task.limits, task.heads);
    case 'partners':
      return learnPartnerTerms(
        featuresOf(
          task.listings.map(({ record }) => record),
          task.model.vocabulary,
        ),
        task.listings.map(({ shared }) => (shared ? 1 : 0)),
      );
    case 'hide':
      return scoreHidden(task);
    case 'measure':
      return measureTitles(task);
    case 'score':
      return scoreTitles(task);
  }
}

const BLOCK_BYTES = 16 << 20;

async function readFeatures(model: MatchModel, path: string, from: number, to: number): Promise<Features> {
  const builder = new FeaturesBuilder(model.vocabulary);
  const file = await open(path, 'r');
  try {
    const block = Buffer.alloc(Math.min(BLOCK_BYTES, to - from));
    for (let position = from; position < to; ) {
      const { bytesRead } = await file.read(block, 0, Math.min(block.length, to - position), position);
      const end = block.lastIndexOf(LINE_END, bytesRead - 1) + 1;
      if (end === 0) throw new Error(`${path}: a record of more than ${BLOCK_BYTES} bytes`);
      for (let at = 0; at < end; ) {
        const stop = block.indexOf(LINE_END, at);
        builder.add(recordOf(block.toString('utf8', at, stop)));
        at = stop + 1;
      }
      position += end;
    }
  } finally {
    await file.close();
  }
  return builder.build();
}

const LINE_END = 10;

/** Where lines begin that part a file into about equal parts: `parts` + 1 positions, the first 0, the last its end. */
export async function lineStarts(path: string, parts: number): Promise<number[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const starts = [0];
    const block = Buffer.alloc(1 << 20);
    for (let part = 1; part < parts; part++) {
      const guess = Math.max(starts.at(-1) as number, Math.floor((size * part) / parts));
      const { bytesRead } = await file.read(block, 0, block.length, guess);
      const end = block.subarray(0, bytesRead).indexOf(LINE_END);
      starts.push(end < 0 ? size : guess + end + 1);
    }
    return [...starts, size];
  } finally {
    await file.close();
  }
}

/** A record as `sql/records.sql` writes it: seventeen fields, separated by tabs; an empty one is unknown. */
export function recordOf(line: string): MatchRecord {
  const fields = line.split('\t');
  const [key = '', seller = '', title = '', brand, mpn, price, category, color, size, quantity] = fields;
  const [gtin, condition, gender, age_group, own_quantity, price_seller, cut_at] = fields.slice(10);
  return {
    key,
    seller,
    title,
    brand: brand || null,
    mpn: mpn || null,
    price_minor: price ? Number(price) : null,
    category: category || null,
    attributes: {
      ...(color && { color }),
      ...(size && { size }),
      ...(gender && { gender }),
      ...(age_group && { age_group }),
    },
    condition: condition || null,
    quantity: quantity || null,
    own_quantity: own_quantity || null,
    price_seller: price_seller || null,
    cut_at: cut_at ? Number(cut_at) : null,
    gtin: gtin || null,
  };
}

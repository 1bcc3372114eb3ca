import { conflictBits, hasOtherFigure, NONE_TOLERATED, weightyBits } from '../titles/compare/conflicts.ts';
import { type Features, featuresOf } from '../titles/compare/features.ts';
import type { MatchRecord } from '../titles/read/record.ts';
import type { Matcher } from '../titles/score/matcher.ts';
import type { MatchModel } from '../titles/score/model.ts';

/** What a caller says of one item; it is no seller's listing. */
export type TitleRow = Pick<MatchRecord, 'title' | 'brand' | 'mpn'>;

/** Candidates of some rows, best first: those of row r lie at `start[r]` up to `start[r + 1]`. */
export interface RowScores {
  start: Uint32Array;
  /** In the index. */
  place: Uint32Array;
  /** Total weight, in nats. */
  weight: Float64Array;
  /** 1 where row and candidate name a maker or a model in common. */
  identified: Uint8Array;
  /** 1 where they state something differently that counts, or the row has a number that the candidate has not. */
  doubtful: Uint8Array;
}

/** What rows are looked up in. */
export interface RowIndex {
  matcher: Matcher;
  model: MatchModel;
  features: Features;
}

/** A row is no seller's. */
const NOBODY = 0;

/** Looks rows up in an index. Blocks its thread for about a third of a millisecond a row. */
export function scoreRows(
  { matcher, model, features: indexed }: RowIndex,
  rows: readonly TitleRow[],
): RowScores {
  const records = rows.map((row): MatchRecord => ({ key: '', seller: '', ...row }));
  const features = featuresOf(records, model.vocabulary);
  const start = new Uint32Array(rows.length + 1);
  const found = rows.map((_, row) => matcher.candidatesOf(features, row));
  for (const [row, candidates] of found.entries())
    start[row + 1] = (start[row] as number) + candidates.length;
  const flat = found.flat();
  const tolerated = model.tolerated ?? NONE_TOLERATED;
  const isDoubtful = (row: number, place: number) =>
    hasOtherFigure(features, row, indexed, place) ||
    weightyBits(
      conflictBits(features, row, indexed, place),
      tolerated,
      NOBODY,
      indexed.seller[place] as number,
    ) !== 0;
  return {
    start,
    place: Uint32Array.from(flat, ({ place }) => place),
    weight: Float64Array.from(flat, ({ weight }) => weight),
    identified: Uint8Array.from(flat, ({ identified }) => (identified ? 1 : 0)),
    doubtful: Uint8Array.from(
      found.flatMap((candidates, row) => candidates.map(({ place }) => (isDoubtful(row, place) ? 1 : 0))),
    ),
  };
}

import { featuresOf } from '../titles/compare/features.ts';
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
}

/** Looks rows up in an index. Blocks its thread for about a third of a millisecond a row. */
export function scoreRows(matcher: Matcher, model: MatchModel, rows: readonly TitleRow[]): RowScores {
  const records = rows.map((row): MatchRecord => ({ key: '', seller: '', ...row }));
  const features = featuresOf(records, model.vocabulary);
  const start = new Uint32Array(rows.length + 1);
  const found = rows.map((_, row) => matcher.candidatesOf(features, row));
  for (const [row, candidates] of found.entries())
    start[row + 1] = (start[row] as number) + candidates.length;
  const flat = found.flat();
  return {
    start,
    place: Uint32Array.from(flat, ({ place }) => place),
    weight: Float64Array.from(flat, ({ weight }) => weight),
    identified: Uint8Array.from(flat, ({ identified }) => (identified ? 1 : 0)),
  };
}

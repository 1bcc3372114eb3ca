import type { Manifest } from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import type { ColumnKey } from '../domain/column_key.ts';
import type { Symptom } from '../domain/symptom.ts';
import type { SuspectRun } from '../history/fold.ts';
import type { ListingMoves } from '../history/wave.ts';
import type { MatchSummary } from '../match/assignments.ts';

/** What became of the rows of a supplement: those that name no listing are rejects. */
export type LaidRun = Pick<
  Run,
  'run_id' | 'rows_read' | 'accepted' | 'rejected' | 'rejected_by' | 'notes_by'
>;

/** What a publication came to. */
export interface PublishSummary {
  /** Null when there was nothing to publish. */
  snapshot_id: string | null;
  accepted: Run[];
  /** Of the accepted supplements what became of their rows once they were laid over their listings. */
  laid: LaidRun[];
  suspect: SuspectRun[];
  late: Run[];
  /** Suspect runs that a later one passed by: they wait no more. */
  passed: { run: Run; reason: string }[];
  /** Runs that were taken although they stray from their feed in something. */
  warned: { run: Run; symptoms: Symptom[] }[];
  new_changes: number;
  /** Skus that name another article than before; each began a new offer. */
  reused_skus: number;
  /** What the accepted runs did to listings. */
  moves: ListingMoves;
  new_events: number;
  /** Earlier events that are taken back, each by one that corrects it. */
  corrected_events: number;
  documents_written: number;
  /** Listings whose forecast was made anew. */
  forecasts_written: number;
  /** Distinct words of the text index, or null when it stayed as it was. */
  words_written: number | null;
  /** Why products have no vectors, so that search ranks by words alone; null where they have. */
  vectors_missing: string | null;
  match: MatchSummary | null;
  /** Columns that were found to be another attribute than so far. */
  columns_found: ColumnKey[];
  methods: Record<string, number>;
  counts: Manifest['counts'] | null;
  /** Live listings in other currencies than the market's: kept, and compared with nothing. */
  foreign_currencies: Record<string, number>;
  seconds: Record<string, number>;
}

export const NOTHING: PublishSummary = {
  snapshot_id: null,
  accepted: [],
  laid: [],
  suspect: [],
  late: [],
  passed: [],
  warned: [],
  new_changes: 0,
  reused_skus: 0,
  moves: { new: 0, changed: 0, vanished: 0, unchanged: 0 },
  new_events: 0,
  corrected_events: 0,
  documents_written: 0,
  forecasts_written: 0,
  words_written: null,
  vectors_missing: null,
  match: null,
  columns_found: [],
  methods: {},
  counts: null,
  foreign_currencies: {},
  seconds: {},
};

/** A summary whose runs are told in whichever way. */
type Told = Omit<PublishSummary, 'accepted' | 'suspect' | 'late' | 'warned' | 'passed'> &
  Record<'accepted' | 'suspect' | 'late' | 'warned' | 'passed', readonly unknown[]>;

/** Two publications, one behind the other, as one: the index as the last of them left it. */
export function inTurn<Summary extends Told>(first: Summary, second: Summary): Summary {
  const { suspect, late } = second;
  if (second.snapshot_id === null) return { ...first, suspect, late };
  const seconds = { ...first.seconds };
  for (const [step, spent] of Object.entries(second.seconds)) seconds[step] = (seconds[step] ?? 0) + spent;
  const moves = { ...second.moves };
  for (const move of Object.keys(moves) as (keyof ListingMoves)[]) moves[move] += first.moves[move];
  return {
    ...second,
    accepted: [...first.accepted, ...second.accepted],
    laid: [...first.laid, ...second.laid],
    warned: [...first.warned, ...second.warned],
    passed: [...first.passed, ...second.passed],
    new_changes: first.new_changes + second.new_changes,
    reused_skus: first.reused_skus + second.reused_skus,
    moves,
    new_events: first.new_events + second.new_events,
    corrected_events: first.corrected_events + second.corrected_events,
    documents_written: first.documents_written + second.documents_written,
    forecasts_written: first.forecasts_written + second.forecasts_written,
    words_written: second.words_written ?? first.words_written,
    vectors_missing: second.words_written === null ? first.vectors_missing : second.vectors_missing,
    match: second.match ?? first.match,
    columns_found: [...first.columns_found, ...second.columns_found],
    seconds,
  };
}

/** Accepted supplements, as what laying them came to. */
export const laidOf = (accepted: readonly Run[]): LaidRun[] =>
  accepted
    .filter((run) => run.laid !== undefined)
    .map(({ run_id, rows_read, accepted: kept, rejected, rejected_by, notes_by }) => ({
      run_id,
      rows_read,
      accepted: kept,
      rejected,
      rejected_by,
      notes_by,
    }));

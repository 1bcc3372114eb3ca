import { literal } from './database.ts';
import type { CurrentRun, FeedState } from './manifest.ts';
import { correctedColumns, correctionAt, type PriceCorrection } from './price_correction.ts';
import { type Run, STAGED_COLUMNS, type StagedColumn } from './run.ts';

const stagedColumns = Object.keys(STAGED_COLUMNS) as StagedColumn[];

/** A feed's rows of one observation: the staged file, and the observation time when the file holds several. */
export interface StagedRows {
  feed_no: number;
  stage_id: string;
  as_of: string;
  by_as_of: boolean;
  /** How its prices are to be read; absent where they hold as staged. */
  correction?: PriceCorrection;
}

/** DuckDB's spelling of an ISO 8601 UTC time. */
export function timestampLiteral(iso: string): string {
  return `timestamp ${literal(iso.replace('T', ' ').replace('Z', ''))}`;
}

/** The columns of staged files, of which a file from before one was added lacks it. */
const NO_ROWS = `select null::bigint as file_row_number, ${Object.entries(STAGED_COLUMNS)
  .map(([name, type]) => `null::${type} as ${name}`)
  .join(', ')} where false`;

/** Staged files, or what was kept of them, with every staged column. */
function withAllColumns(relation: string): string {
  return `(from ${relation} union all by name (${NO_ROWS}))`;
}

/** Path of a staged file; bulk reads and publication may find it in different places. */
export type StagedPath = (stageId: string) => string;

/**
 * The body of a view over staged rows of several feeds with their `feed_no`. Of the columns wanted `as_of` is the
 * run's, since the same staged file may serve several observation times, and `row_no` the place in the file. A column
 * that staging did not have yet when a file was written is null in its rows. `generations` is the relation of skus that
 * were given to another article (table `generations`), undefined where there are none: a row has the key of the
 * generation that its sku was in at its observation. Prices are corrected as people said.
 */
export function stagedRowsSql(
  pathOf: StagedPath,
  feeds: readonly StagedRows[],
  columns: readonly (StagedColumn | 'row_no')[],
  generations?: string,
): string {
  const isKeyed = generations !== undefined && columns.includes('listing_key');
  return feeds
    .map((rows) => {
      const file = `read_parquet(${literal(pathOf(rows.stage_id))}, file_row_number = true)`;
      const asOf = timestampLiteral(rows.as_of);
      const own: Record<string, string> = {
        as_of: `${asOf} as as_of`,
        row_no: 'file_row_number as row_no',
        ...(rows.correction && correctedColumns(rows.correction)),
        ...(isKeyed && { listing_key: 'coalesce(newest.listing_key, staged.listing_key) as listing_key' }),
      };
      const wanted = columns.map((column) => own[column] ?? column);
      const join = isKeyed ? newestGenerations(generations, asOf) : '';
      const where = rows.by_as_of ? ` where as_of = ${asOf}` : '';
      return `select ${rows.feed_no}::usmallint as feed_no, ${wanted.join(', ')} from ${withAllColumns(file)} as staged${join}${where}`;
    })
    .join('\nunion all\n');
}

function newestGenerations(generations: string, asOf: string): string {
  const newest = `select base_key, arg_max(listing_key, generation) as listing_key from ${generations} where from_at <= ${asOf} group by base_key`;
  return ` left join (${newest}) as newest on newest.base_key = staged.listing_key`;
}

/** The staged rows a feed stands on, if it has any and is configured. */
export function stagedRowsOf(state: FeedState): StagedRows | null {
  return state.configured && state.current ? stagedRowsAt(state, state.current) : null;
}

/** The staged rows of one of a feed's observations, as its prices are to be read; where supplements are laid over them they are corrected already. */
export function stagedRowsAt(
  { feed_no, prices }: Pick<FeedState, 'feed_no' | 'prices'>,
  {
    stage_id,
    as_of,
    by_as_of,
    base,
  }: Pick<Run, 'stage_id' | 'as_of' | 'by_as_of'> & Pick<CurrentRun, 'base'>,
): StagedRows {
  const correction = base ? undefined : correctionAt(prices, as_of);
  return { feed_no, stage_id, as_of, by_as_of, ...(correction && { correction }) };
}

/**
 * Every listing of these feeds as it last stood: the staged columns with `feed_no`, `last_seen` and, for those
 * that their feed no longer carries (from the relation `vanished`), `gone_since`; the others have `row_no`, their place
 * in the staged file.
 */
export function catalogueRowsSql(
  pathOf: StagedPath,
  feeds: readonly FeedState[],
  vanished: string,
  generations?: string,
): string {
  const configured = feeds.filter((state) => state.configured);
  const described = stagedColumns.filter((name) => name !== 'as_of');
  const columns = described.join(', ');
  const numbers = [-1, ...configured.map((state) => state.feed_no)].join(', ');
  const gone = `select feed_no, as_of as last_seen, gone_at as gone_since, null::bigint as row_no, ${columns} from ${withAllColumns(vanished)} where feed_no in (${numbers})`;
  const staged = configured.flatMap((state) => stagedRowsOf(state) ?? []);
  if (staged.length === 0) return gone;
  const rows = stagedRowsSql(pathOf, staged, ['as_of', 'row_no', ...described], generations);
  return `select feed_no, as_of as last_seen, null::timestamp as gone_since, row_no, ${columns} from (${rows})\nunion all\n${gone}`;
}

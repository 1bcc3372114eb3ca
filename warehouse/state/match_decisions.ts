import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { MatchDecision, MatchVerdict } from '../../pipelines/domain/match_decision.ts';
import { loadSql } from '../database.ts';

/** A decision as it was noted. */
export interface NotedMatchDecision extends MatchDecision {
  /** What the person had to say, or null. */
  readonly note: string | null;
}

/** Decisions about pairs of listings: a log that only grows; of each pair the decision made last holds. */
export class SqliteMatchDecisions {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /** Notes a decision. Throws RangeError unless `left` is below `right`. */
  add({ left, right, left_content, right_content, ...rest }: NotedMatchDecision): void {
    if (left >= right)
      throw new RangeError(`the left key of a decision must be below the right one: ${left}, ${right}`);
    this.#database.prepare(loadSql(import.meta.url, './sql/insert_match_decision.sql')).run({
      ...rest,
      left_key: hexOf(left),
      right_key: hexOf(right),
      left_content: hexOf(left_content),
      right_content: hexOf(right_content),
    });
  }

  /** The decision that holds for each pair, by their keys. */
  newest(): NotedMatchDecision[] {
    const sql = loadSql(import.meta.url, './sql/newest_match_decisions.sql');
    return this.#database.prepare(sql).all().map(decisionOf);
  }

  /** Every decision about a pair, oldest first; the keys in any order. */
  log(one: bigint, other: bigint): NotedMatchDecision[] {
    const [left, right] = one < other ? [one, other] : [other, one];
    const sql = loadSql(import.meta.url, './sql/match_decision_log.sql');
    const pair = { left_key: hexOf(left), right_key: hexOf(right) };
    return this.#database.prepare(sql).all(pair).map(decisionOf);
  }
}

const hexOf = (key: bigint): string => key.toString(16).padStart(16, '0');

function decisionOf(row: Record<string, SQLOutputValue>): NotedMatchDecision {
  const number = (column: string) => BigInt(`0x${row[column] as string}`);
  return {
    left: number('left_key'),
    right: number('right_key'),
    verdict: row['verdict'] as MatchVerdict,
    left_content: number('left_content'),
    right_content: number('right_content'),
    note: row['note'] as string | null,
    decided_by: row['decided_by'] as string,
    decided_at: row['decided_at'] as string,
  };
}

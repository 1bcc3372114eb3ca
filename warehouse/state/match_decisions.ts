import type { MatchDecision, MatchVerdict } from '../../pipelines/domain/match_decision.ts';
import { type StateDatabase, statement } from './state_database.ts';

/** A decision as it was noted. */
export interface NotedMatchDecision extends MatchDecision {
  /** What the person had to say, or null. */
  readonly note: string | null;
}

/** Decisions about pairs of listings: a log that only grows; of each pair the decision made last holds. */
export class StoredMatchDecisions {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** Notes a decision. Throws RangeError unless `left` is below `right`. */
  async add({ left, right, left_content, right_content, ...rest }: NotedMatchDecision): Promise<void> {
    if (left >= right)
      throw new RangeError(`the left key of a decision must be below the right one: ${left}, ${right}`);
    await this.#database.run(statement('insert_match_decision'), {
      ...rest,
      left_key: hexOf(left),
      right_key: hexOf(right),
      left_content: hexOf(left_content),
      right_content: hexOf(right_content),
    });
  }

  /** The decision that holds for each pair, by their keys. */
  async newest(): Promise<NotedMatchDecision[]> {
    return (await this.#database.all<DecisionRow>(statement('newest_match_decisions'))).map(decisionOf);
  }

  /** Every decision about a pair, oldest first; the keys in any order. */
  async log(one: bigint, other: bigint): Promise<NotedMatchDecision[]> {
    const [left, right] = one < other ? [one, other] : [other, one];
    const pair = { left_key: hexOf(left), right_key: hexOf(right) };
    return (await this.#database.all<DecisionRow>(statement('match_decision_log'), pair)).map(decisionOf);
  }
}

const hexOf = (key: bigint): string => key.toString(16).padStart(16, '0');

interface DecisionRow {
  left_key: string;
  right_key: string;
  verdict: MatchVerdict;
  left_content: string;
  right_content: string;
  note: string | null;
  decided_by: string;
  decided_at: string;
}

function decisionOf({
  left_key,
  right_key,
  left_content,
  right_content,
  verdict,
  note,
  decided_by,
  decided_at,
}: DecisionRow): NotedMatchDecision {
  const number = (text: string) => BigInt(`0x${text}`);
  return {
    left: number(left_key),
    right: number(right_key),
    verdict,
    left_content: number(left_content),
    right_content: number(right_content),
    note,
    decided_by,
    decided_at,
  };
}

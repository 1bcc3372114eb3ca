import { type OddsConfidence, statedOdds } from '../../../pipelines/equivalence/confidence.ts';
import { asSeen, type Relation, STRICTNESSES } from '../../../pipelines/equivalence/relation.ts';
import type { Answered } from './learned_weights.ts';

/** Answers of odds next to one another that are held together, at the least. */
const HELD = 40;

/** Answers from some odds on, and how many of them were right. */
interface Group {
  from: number;
  count: number;
  right: number;
}

/** By strictness how often answers from some odds on were right in trades that taught nothing; never less where odds are higher. */
export const learnedConfidence = (answered: readonly Answered[]): OddsConfidence =>
  Object.fromEntries(
    STRICTNESSES.map((strictness) => {
      const told = answered.flatMap(({ lesson: { relation }, found }) => {
        if (!found.odds) return [];
        const isRight = asSeen(found.relation, strictness) === asSeen(relation as Relation, strictness);
        const from = statedOdds(found.odds, found.relation, strictness);
        return [{ from, count: 1, right: isRight ? 1 : 0 }];
      });
      const groups = ascending(held(told.toSorted((x, y) => x.from - y.from)));
      return [strictness, groups.map((group) => [rounded(group.from), rounded(shareOf(group))])];
    }),
  ) as unknown as OddsConfidence;

/** Never all of them: the mean under Jeffreys' prior. */
const shareOf = ({ right, count }: Group): number => (right + 0.5) / (count + 1);

/** So many answers together, the last ones with what is left. */
function held(told: readonly Group[]): Group[] {
  const groups: Group[] = [];
  for (const one of told) {
    const last = groups.at(-1);
    const isFull = last === undefined || (last.count >= HELD && last.from < one.from);
    if (isFull) groups.push({ ...one });
    else groups[groups.length - 1] = together(last, one);
  }
  const last = groups.at(-1);
  const before = groups.at(-2);
  return last && before && last.count < HELD ? [...groups.slice(0, -2), together(before, last)] : groups;
}

const together = (lower: Group, higher: Group): Group => ({
  from: lower.from,
  count: lower.count + higher.count,
  right: lower.right + higher.right,
});

/** Neighbours of which the higher was right no more often are told as one (isotonic regression). */
function ascending(groups: readonly Group[]): Group[] {
  const found: Group[] = [];
  for (const group of groups) {
    let next = group;
    for (let last = found.at(-1); last && isOne(last, next); last = found.at(-1)) {
      next = together(last, next);
      found.pop();
    }
    found.push(next);
  }
  return found;
}

const isOne = (lower: Group, higher: Group): boolean => shareOf(lower) >= shareOf(higher);

const rounded = (value: number): number => Number(value.toFixed(4));

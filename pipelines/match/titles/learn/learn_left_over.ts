import { IMAGINED_WRONG } from '../score/calibration.ts';
import { type JudgedChances, learnCut } from './learn_cut.ts';

/** Pairs of listings whose codes are hidden, of a kind that may be joined, and whose listing each is of. */
interface JudgedPairs extends JudgedChances {
  sellers: readonly string[];
}

/** Pairs of the same kind of listings that no code places and variants that codes made. */
interface LeftOverPairs {
  scores: readonly number[];
  sellers: readonly string[];
  /** In how many rounds they were looked for. */
  rounds: number;
}

/** How many listings of a seller there are. */
export interface ListingCounts {
  /** Those whose codes are hidden. */
  hidden: number;
  /** Those that no code places. */
  left_over: number;
}

/** Fewer hidden pairs of one seller do not tell how much it finds: those of all do. */
const MIN_PAIRS = 150;

/** What is asked of the pairs of a seller's listings without a code. */
export interface LeftOverWorth {
  /** From which chance on 98 of 100 are expected to be right; more than 1 from none. */
  from: number;
  /** How much likelier they are than hidden pairs of the same chance, in nats of the log odds: less than 0. */
  nats: number;
}

/**
 * What is asked of pairs of listings without a code, by seller, where that is more than the `cut` that holds for all. It is
 * measured on listings whose codes are hidden, and these mostly have a partner, while of what codes left over few may have one:
 * then as many are mistaken and less is found. So for a seller whose listings find less than its hidden ones do all hidden
 * pairs count as often as it would have such (the shift of the classes is told by what is found of them: Lipton, Wang and Smola
 * 2018). What chance hides of that share in one draw of six is taken for found.
 */
export function learnLeftOver(
  hidden: JudgedPairs,
  left: LeftOverPairs,
  listings: ReadonlyMap<string, ListingCounts>,
  cut: number,
): Map<string, LeftOverWorth> {
  const worths = new Map<string, LeftOverWorth>();
  for (const [seller, { left_over }] of listings) {
    const own = findingOf(hidden, listings, [seller], cut);
    const shift = shiftBetween(
      own.pairs >= MIN_PAIRS ? own : findingOf(hidden, listings, [...listings.keys()], cut),
      { found: countFound(left, seller, cut) / left.rounds, listings: left_over },
    );
    if (shift === null) continue;
    const counts = hidden.counts.map(
      (count, k) => count * (hidden.matches[k] === 1 ? shift.right : shift.wrong),
    );
    const from = Math.max(cut, learnCut({ ...hidden, counts }, IMAGINED_WRONG, shift.wrong));
    worths.set(seller, { from, nats: Math.log(shift.right / shift.wrong) });
  }
  return worths;
}

interface Finding {
  found: number;
  listings: number;
}

/**
 * For how many a right and a wrong hidden pair count among listings that find less. What has found its partner is mistaken
 * for nothing else, so as many more are mistaken as more have not. Null where no less is found than chance may hide.
 */
function shiftBetween(hidden: Finding, left: Finding): { right: number; wrong: number } | null {
  const seen = left.found + 1;
  const most = (seen * (1 + Math.sqrt(1 / seen + 1 / hidden.found))) / left.listings;
  const share = hidden.found / hidden.listings;
  if (most >= share) return null;
  return { right: most / share, wrong: (1 - most) / (1 - share) };
}

/** How many hidden listings of some sellers find something, of how many, and how many pairs tell it. */
function findingOf(
  { scores, counts, sellers }: JudgedPairs,
  listings: ReadonlyMap<string, ListingCounts>,
  of: readonly string[],
  cut: number,
): Finding & { pairs: number } {
  const isOf = new Set(of);
  const finding = { found: 0, listings: 0, pairs: 0 };
  for (const seller of of) finding.listings += listings.get(seller)?.hidden ?? 0;
  scores.forEach((score, k) => {
    if (!isOf.has(sellers[k] as string)) return;
    finding.pairs++;
    if (score >= cut) finding.found += counts[k] as number;
  });
  return finding;
}

const countFound = ({ scores, sellers }: LeftOverPairs, seller: string, cut: number): number =>
  scores.filter((score, k) => sellers[k] === seller && score >= cut).length;

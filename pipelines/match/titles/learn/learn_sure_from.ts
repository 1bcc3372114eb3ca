import { IMAGINED_VOUCHED, MERGE_PRECISION } from '../score/calibration.ts';
import { generalMistakes, type MistakeRate } from '../score/general_mistakes.ts';
import { SURE_FROM } from '../score/general_weights.ts';
import { MOST_WRONG } from '../score/open_world.ts';

/** What was seen of a catalogue that is weighed by what public sets taught; pairs by their chances. */
export interface SeenJoins {
  /** The pairs that would be joined without a person, were any chance enough. */
  joined: readonly number[];
  /** How many listings look for a place, each counted wherever it can find one. */
  listings: number;
  /** Pairs of one seller, which are no item, likelier than what other sellers have; each was asked `repeats` times. */
  decoys: { chances: readonly number[]; listings: number; repeats: number };
  /** What listings whose codes were hidden found; each pair of two such is seen from both sides. */
  hidden: { right: readonly number[]; wrong: readonly number[]; listings: number };
}

/**
 * From which chance on pairs are joined without a person: where mistakes are few (`hasFewMistakes`) and the catalogue's own
 * hidden codes show that 98 of 100 are right. The one alone would not do: what codes are hidden from has partners that
 * others may lack, and sellers' own listings do not tell of varieties that only others have. Never more than public sets
 * are sure from.
 */
export function learnSureFrom(seen: SeenJoins, mistakes: readonly MistakeRate[] = generalMistakes()): number {
  const { right, wrong } = seen.hidden;
  const isBorneOut = ({ from }: MistakeRate) => {
    const known = countFrom(right, from) + countFrom(wrong, from) + IMAGINED_VOUCHED;
    return countFrom(right, from) >= MERGE_PRECISION * known;
  };
  const shown = mistakes.filter((prior) => isBorneOut(prior) && hasFewMistakes(seen, prior));
  return Math.min(SURE_FROM, ...shown.map(({ from }) => from));
}

/**
 * Whether at most two of a hundred that would be joined from a chance on are expected wrong. How often a listing without a
 * partner is taken for another thing is what public sets show, as far as their catalogues agree, together with what this
 * one's own listings and hidden codes do (gamma and Poisson: Gelman and others, Bayesian Data Analysis, 2.6). Where nobody has a partner little
 * looks like one and all of that is wrong; where many have, as many mistakes are few.
 */
export function hasFewMistakes({ joined, listings, decoys, hidden }: SeenJoins, prior: MistakeRate): boolean {
  const among = (chances: readonly number[]) => countFrom(chances, prior.from);
  const found = among(joined);
  // What has found its partner is mistaken for nothing else.
  const alone = 1 - Math.min(1, found / listings);
  const wrong = prior.wrong + among(decoys.chances) / decoys.repeats + among(hidden.wrong) / 2;
  const looked = prior.listings + decoys.listings * alone + (hidden.listings - among(hidden.right)) / 2;
  return (wrong / looked) * listings * alone <= MOST_WRONG * found;
}

const countFrom = (chances: readonly number[], from: number) =>
  chances.filter((chance) => chance >= from).length;

import { writeFile } from 'node:fs/promises';
import { contradictions } from '../../pipelines/match/publish/contradictions.ts';
import { likelihoods } from '../../pipelines/match/publish/likelihoods.ts';
import { measureTitles } from '../../pipelines/match/publish/measure.ts';
import { trusting } from '../../pipelines/match/publish/own_mistakes.ts';
import { scoreTitles } from '../../pipelines/match/publish/pairs.ts';
import { Views } from '../../pipelines/match/publish/views.ts';
import { indexCandidates } from '../../pipelines/match/titles/candidates/candidate_index.ts';
import { featuresOf } from '../../pipelines/match/titles/compare/features.ts';
import { hasFewMistakes } from '../../pipelines/match/titles/learn/learn_sure_from.ts';
import { generalModel } from '../../pipelines/match/titles/learn/teach_model.ts';
import {
  type MistakeRate,
  type Mistakes,
  mistakeRates,
} from '../../pipelines/match/titles/score/general_mistakes.ts';
import { SURE_FROM } from '../../pipelines/match/titles/score/general_weights.ts';
import { CONTRADICTING } from '../../pipelines/match/titles/score/open_world.ts';
import type { Weights } from '../../pipelines/match/titles/score/weights.ts';
import { randomOf } from './other_seller.ts';
import type { Draw, SmallCatalogue } from './small_catalogues.ts';

/** Chances from which on it is asked whether pairs may be joined. */
const FROM = [0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.98];
/** The file is of catalogues of so many listings a seller; so many are drawn of each size. */
const LISTINGS = 300;
const DRAWS = new Map([
  [100, 12],
  [LISTINGS, 6],
  [800, 2],
]);
const SHARES = [0, 0.05, 0.1, 0.2, 0.5];
const FILE = new URL('../../pipelines/match/titles/score/general_mistakes.json', import.meta.url);

/**
 * How often each public set is mistaken by what the others taught, where nobody has a partner (general_mistakes.json, which
 * `write` writes), and what is joined of it from the chance on that its own listings and the other sets' mistakes allow
 * (learn_sure_from.ts), beside .99, none of it by hidden codes.
 */
export async function benchGeneralMistakes(
  draws: ReadonlyMap<string, readonly Draw[]>,
  weightsWithout: (set: string) => Weights,
  write: boolean,
): Promise<void> {
  const seen = [...draws].map(([set, some]) => {
    const weights = weightsWithout(set);
    const worlds = [...DRAWS].flatMap(([listings, count]) =>
      SHARES.map((share) => {
        const random = randomOf(78);
        const joins = Array.from({ length: count }, (_, at) =>
          trustedJoins(some[at % some.length]?.(listings, share, random) as SmallCatalogue, weights),
        );
        return { listings, share, joins };
      }),
    );
    return { set, worlds };
  });
  const mistakes: Mistakes = {
    from: FROM,
    listings: LISTINGS,
    wrong: Object.fromEntries(
      seen.map(({ set, worlds }) => {
        const alone = worlds.find(({ listings, share }) => listings === LISTINGS && share === 0);
        const counts = ({ pairs }: TrustedJoins) =>
          FROM.map((from) => pairs.filter(({ chance }) => chance >= from).length);
        return [set, (alone?.joins ?? []).map(counts)];
      }),
    ),
  };
  console.log(
    'Pairs joined and of these wrong from .99 on, and from what a catalogue and the other sets allow',
  );
  for (const { set, worlds } of seen) {
    const { [set]: _, ...wrong } = mistakes.wrong;
    const rates = mistakeRates({ ...mistakes, wrong });
    for (const { listings, share, joins } of worlds) {
      const count = (fromOf: (join: TrustedJoins) => number) => {
        const joined = joins.flatMap((join) => join.pairs.filter(({ chance }) => chance >= fromOf(join)));
        return `${joined.length}, ${joined.filter(({ right }) => !right).length}`;
      };
      console.log(
        `  ${set}, ${listings} listings, ${share * 100} % partners: ${count(() => SURE_FROM)}; ${count((join) => sureFrom(join, rates))}`,
      );
    }
  }
  if (write) await writeFile(FILE, `${JSON.stringify(mistakes)}\n`);
}

const sureFrom = ({ pairs, decoys, smaller, all }: TrustedJoins, rates: readonly MistakeRate[]): number => {
  const seen = {
    joined: pairs.map(({ chance }) => chance),
    listings: smaller,
    decoys: { chances: decoys, listings: all / 2, repeats: 1 },
    hidden: { right: [], wrong: [], listings: 0 },
  };
  return Math.min(SURE_FROM, ...rates.filter((rate) => hasFewMistakes(seen, rate)).map(({ from }) => from));
};

/** What publication would join of two sellers, were any chance enough, and the pairs of one seller that look as sure. */
interface TrustedJoins {
  /** Listings of the smaller seller, and of both. */
  smaller: number;
  all: number;
  pairs: { chance: number; right: boolean }[];
  decoys: number[];
}

function trustedJoins({ left, right, partnerOf }: SmallCatalogue, weights: Weights): TrustedJoins {
  const model = trusting({ ...generalModel([{ left, right }]), weights });
  const records = [...left, ...right];
  const features = featuresOf(records, model.vocabulary);
  const index = indexCandidates(features, model.vocabulary);
  const untied = new Uint8Array(features.count).fill(1);
  const all = { model, features, index, untied, from: 0, to: features.count };
  const likely = likelihoods(model, features, scoreTitles(all), untied, () => 1);
  const contradicts = contradictions(features, model, new Views(Uint32Array.from(records.keys())));
  const { kinds, chances, abroad } = measureTitles(all);
  return {
    smaller: Math.min(left.length, right.length),
    all: records.length,
    pairs: Array.from(likely.left).flatMap((one, k) => {
      const other = likely.right[k] as number;
      if (likely.joinable[k] === 0 || contradicts(one, other)) return [];
      return [{ chance: likely.local[k] as number, right: partnerOf.get(one) === other - left.length }];
    }),
    decoys: chances.filter((_, k) => abroad[k] === 0 && kinds[k] !== CONTRADICTING),
  };
}

import { readFileSync } from 'node:fs';
import { COMPARISONS } from '../compare/comparison.ts';
import { CONTRADICTING, KINDS, type OpenWorld } from './open_world.ts';
import type { Weights } from './weights.ts';

/**
 * Weights for a catalogue too small to teach its own: those of a conditional logit over small catalogues drawn from five
 * public sets, with partners for none to half of the listings (`npm run bench -- general-weights`, which also says how
 * right each set's pairs are by what the other four taught). Throws where the file is not of these comparisons.
 */
export function generalWeights(): Weights {
  const path = new URL('./general_weights.json', import.meta.url);
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, number[]>;
  const parts = [
    { name: 'prior', count: 1 },
    ...COMPARISONS.map(({ name, levels }) => ({ name, count: levels.length })),
  ];
  return Float64Array.from(
    parts.flatMap(({ name, count }) => {
      const weights = file[name];
      if (weights?.length !== count)
        throw new Error(
          `general_weights.json has ${weights?.length ?? 0} weights of "${name}" instead of ${count}: learn them anew with GENERAL_WEIGHTS=write npm run bench -- general-weights`,
        );
      return weights;
    }),
  );
}

/**
 * From this chance on a pair is joined without a person, if nothing contradicts it and neither listing has one as likely
 * at home: of the public sets' pairs at most two of a hundred are wrong from here on, with one exception, where nothing
 * but the kind of thing is said (pipelines/match/DESIGN.md).
 */
export const SURE_FROM = 0.99;

export const GENERAL_WORLD: OpenWorld = {
  sure_from: KINDS.map((_, kind) => (kind === CONTRADICTING ? null : SURE_FROM)),
  calibrations: null,
};

import { expect, test } from 'vitest';
import type { WeighedOption } from '../../../api/decisioning/decision_options.ts';
import { reasonAgainst } from '../../../api/decisioning/decision_words.ts';
import { BALANCED, type DecisionTerms } from '../../../pipelines/domain/decision.ts';

const market = { currency: 'USD', locale: 'en-US' };
const terms: DecisionTerms = {
  weights: BALANCED,
  budget_minor: null,
  about_minor: null,
  deadline_days: null,
};
const option = (changes: Partial<WeighedOption>): WeighedOption =>
  ({
    cost_minor: 9000,
    days: 3,
    quality: 0.5,
    trust: 1,
    fit: 1,
    wished: 0.5,
    flags: [],
    ...changes,
  }) as WeighedOption;

test.each([
  [{ cost_minor: 9700 }, BALANCED, '$7.00 dearer'],
  [{ days: 5 }, BALANCED, 'arrives 2 days later'],
  [{ days: 5, cost_minor: 8000 }, BALANCED, 'arrives 2 days later; though $10.00 cheaper'],
  // Of two that the weights do not part the dearer is second for its price.
  [
    { cost_minor: 9700 },
    { price: 0, speed: 1, quality: 0, trust: 0 },
    'as good at these weights, and $7.00 dearer',
  ],
  [{}, BALANCED, 'as good, and chosen second by its id alone'],
  [{ fit: 0.9 }, BALANCED, 'it answers what was asked for less well'],
])('why %j is second at %j', (changes, weights, said) => {
  expect(reasonAgainst(option(changes), option({}), { ...terms, weights }, market)).toBe(said);
});

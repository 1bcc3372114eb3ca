import { expect, test } from 'vitest';
import { type Anew, changedChoices } from '../../../api/decisioning/changed_choice.ts';
import type { WeighedOption } from '../../../api/decisioning/decision_options.ts';
import { BALANCED, bestOfEach, type DecisionTerms, ranking } from '../../../pipelines/domain/decision.ts';
import { repriced } from '../../../pipelines/domain/decision_flips.ts';

/** An option with what a flip tells of it. */
const option = (name: string, cost_minor: number, quality: number) =>
  ({
    id: `off_${name}`,
    thing: `prd_${name}`,
    offer_id: `off_${name}`,
    cost_minor,
    days: null,
    quality,
    trust: 1,
    fit: 1,
    wished: 0.5,
    doubtful: false,
    product: { variants: [] },
    offer: { variant_id: `var_${name}`, title: `The ${name} one`, seller: 'alpha' },
    ordered: { units: 1, pieces: null },
  }) as unknown as WeighedOption;

/** Prices alone are what changes. */
const anew = (options: WeighedOption[], budget: Anew['budget']): Anew => ({
  budget,
  price: (one, by) => Promise.resolve(repriced(options, one, one.cost_minor + by) as WeighedOption[]),
});
const market = { currency: 'USD', locale: 'en-US', today: '2026-02-27' } as const;
const plain = option('plain', 10_000, 0.2);
const fine = option('fine', 12_000, 0.9);
const finer = option('finer', 12_000, 1);

const decidedAt = (options: WeighedOption[], budget_minor: number) => {
  const terms: DecisionTerms = { weights: BALANCED, budget_minor, about_minor: null, deadline_days: null };
  return { options, terms, ranked: bestOfEach(ranking(options, terms)) };
};

test('what a budget brings is what is chosen when it is asked anew, not the best of what was looked at', async () => {
  const asked: number[] = [];
  // With more money search finds a better one that was not looked at.
  const ask = (budget_minor: number) => {
    asked.push(budget_minor);
    return Promise.resolve(decidedAt([plain, fine, finer], budget_minor));
  };
  const flips = await changedChoices(
    decidedAt([plain, fine], 11_000),
    plain,
    market,
    anew([plain, fine], ask),
  );
  const raised = flips.filter(({ input, value }) => input === 'budget' && value > 11_000);
  expect(raised.map(({ value, then_offer_id }) => [value, then_offer_id])).toEqual([[12_000, 'off_finer']]);
  expect(raised[0]?.then).toContain('The finer one');
  expect(asked).toContain(12_000);
});

test('a budget by which the same is chosen, asked anew, changes nothing', async () => {
  const ask = () => Promise.resolve(decidedAt([plain], 12_000));
  const flips = await changedChoices(
    decidedAt([plain, fine], 11_000),
    plain,
    market,
    anew([plain, fine], ask),
  );
  expect(flips.filter(({ input }) => input === 'budget')).toEqual([]);
});

test('what is chosen at another price is chosen for that price, and what it is of is told', async () => {
  const ask = () => Promise.resolve(decidedAt([plain, fine], 11_000));
  const dozen = { ...fine, ordered: { units: 12, pieces: null }, cost_minor: 13_000 };
  const { options, terms, ranked } = decidedAt([plain, dozen], 20_000);
  const flips = await changedChoices(
    { options, terms, ranked },
    ranked[0] as WeighedOption,
    market,
    anew(options, ask),
  );
  const [dearer, cheaper] = flips.filter(({ input }) => input === 'price');
  // The winner is the dozen: dearer it loses to the plain one at its own price.
  expect([dearer?.condition, dearer?.then]).toEqual([
    expect.stringMatching(/^The fine one at alpha rises to \$[\d.]+ for all 12$/),
    'The plain one at alpha is chosen, for $100.00',
  ]);
  const value = `$${((cheaper?.value ?? 0) / 100).toFixed(2)}`;
  expect([cheaper?.condition, cheaper?.then]).toEqual([
    `The plain one at alpha falls to ${value}`,
    `The plain one at alpha is chosen, for ${value}`,
  ]);
});

test('a deadline is told as a day', async () => {
  const ask = () => Promise.resolve(decidedAt([plain], 11_000));
  const [slow, fast] = [
    { ...fine, days: 9 },
    { ...plain, days: 3 },
  ];
  const { options, terms, ranked } = decidedAt([slow, fast], 20_000);
  const flips = await changedChoices(
    { options, terms, ranked },
    ranked[0] as WeighedOption,
    market,
    anew(options, ask),
  );
  expect(flips.filter(({ input }) => input === 'deadline')).toMatchObject([
    { condition: 'it must arrive by 2026-03-07', value: 8, then_offer_id: 'off_plain' },
  ]);
});

test('a price that is doubted changes nothing', async () => {
  const { options, terms, ranked } = decidedAt([plain, fine], 20_000);
  const price: Anew['price'] = (changed, by) =>
    Promise.resolve(
      (repriced(options, changed, changed.cost_minor + by) as WeighedOption[]).map((one) =>
        one.id === changed.id && by < 0 ? { ...one, doubtful: true } : one,
      ),
    );
  const asked = { ...anew(options, () => Promise.resolve(decidedAt([], 1))), price };
  const flips = await changedChoices({ options, terms, ranked }, ranked[0] as WeighedOption, market, asked);
  expect(flips.filter(({ input }) => input === 'price').map(({ condition }) => condition)).toEqual([
    expect.stringContaining('The fine one at alpha rises to'),
  ]);
});

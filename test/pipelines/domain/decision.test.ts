import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BALANCED,
  bestOfEach,
  CRITERIA,
  type DecisionOption,
  type DecisionTerms,
  meets,
  merits,
  normalised,
  prioritised,
  ranking,
  worth,
} from '../../../pipelines/domain/decision.ts';
import { decisionFlips, repriced, reweighed } from '../../../pipelines/domain/decision_flips.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const option = fc.record({
  id: fc.uuid(),
  thing: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  offer_id: fc.constantFrom('x', 'y'),
  cost_minor: fc.integer({ min: 1, max: 500_000 }),
  days: fc.option(fc.integer({ min: 0, max: 20 })),
  quality: share,
  trust: share,
  fit: share,
  wished: share,
  doubtful: fc.constant(false),
});
const options = fc
  .uniqueArray(option, { selector: ({ id }) => id, minLength: 1, maxLength: 8 })
  .map((all) => all.map((one) => ({ ...one, offer_id: `${one.thing}${one.offer_id}` })));
/** Some options, and the same in another order. */
const shuffled = options.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);
const terms = fc.record({
  weights: fc
    .tuple(share, share, share, share)
    .map(
      ([price, speed, quality, trust]) =>
        normalised({ price: price + 0.05, speed, quality, trust }) ?? BALANCED,
    ),
  budget_minor: fc.option(fc.integer({ min: 1000, max: 500_000 })),
  about_minor: fc.option(fc.integer({ min: 1000, max: 500_000 })),
  deadline_days: fc.option(fc.integer({ min: 1, max: 20 })),
});
const first = (all: readonly DecisionOption[], by: DecisionTerms) => ranking(all, by)[0];

describe('a choice', () => {
  test('does not depend on the order of the options', () => {
    fc.assert(
      fc.property(shuffled, terms, ([all, turned], by) => {
        expect(ranking(turned, by)).toEqual(ranking(all, by));
      }),
    );
  });

  test('falls on a doubtful offer only where nothing else meets the terms, whatever it costs', () => {
    fc.assert(
      fc.property(
        options,
        terms,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        (all, by, flags) => {
          const marked = all.map((one, at) => ({ ...one, doubtful: flags[at] === true }));
          const sure = marked.filter((one) => !one.doubtful && meets(one, by));
          const winner = first(marked, by);
          expect(winner?.doubtful ?? false).toBe(sure.length === 0 && winner !== undefined);
          if (sure.length > 0) expect(winner).toEqual(first(sure, by));
        },
      ),
    );
  });

  test('a cheaper identical offer never loses', () => {
    fc.assert(
      fc.property(options, terms, fc.integer({ min: 1, max: 1000 }), (all, by, less) => {
        const winner = first(all, by);
        fc.pre(winner !== undefined && winner.cost_minor > less);
        const cheaper = {
          ...winner,
          id: 'cheaper',
          cost_minor: (winner?.cost_minor ?? 0) - less,
        };
        expect(first([...all, cheaper], by)?.id).toBe('cheaper');
      }),
    );
  });

  test('a saving below what somebody is about to pay counts half, what costs more is worth less', () => {
    fc.assert(
      fc.property(option, terms, fc.integer({ min: 1, max: 999 }), (one, by, less) => {
        const about_minor = one.cost_minor + less;
        const about = { ...by, about_minor };
        const saved = (at: DecisionTerms) => worth(one, at) - worth({ ...one, cost_minor: about_minor }, at);
        expect(saved(about)).toBeCloseTo(saved({ ...by, about_minor: null }) / 2, 9);
        expect(worth({ ...one, cost_minor: 2 * about_minor }, about)).toBeLessThan(worth(one, about));
      }),
    );
  });

  test('another candidate that is not chosen changes nothing between the others', () => {
    fc.assert(
      fc.property(options, option, terms, (all, more, by) => {
        const with_it = ranking([...all, { ...more, id: 'more' }], by).filter(({ id }) => id !== 'more');
        expect(with_it).toEqual(ranking(all, by));
      }),
    );
  });

  test('raising the price of the winner far enough makes it lose to whatever else meets the terms', () => {
    fc.assert(
      fc.property(options, terms, (all, by) => {
        const winner = first(all, by);
        fc.pre(winner !== undefined && ranking(all, by).length > 1);
        const dear = all.map((one) =>
          one.id === winner?.id ? { ...one, cost_minor: Number.MAX_SAFE_INTEGER } : one,
        );
        // At a twentieth of the weight a price must be many times another's to outweigh all else.
        const heavy = { ...by, weights: normalised({ ...by.weights, price: 1 }) ?? BALANCED };
        expect(first(dear, heavy)?.id).not.toBe(winner?.id);
      }),
    );
  });

  test('everything that is chosen meets the terms; what does not say when it comes meets no deadline', () => {
    fc.assert(
      fc.property(options, terms, (all, by) => {
        for (const one of ranking(all, by)) {
          expect(one.cost_minor <= (by.budget_minor ?? Number.POSITIVE_INFINITY)).toBe(true);
          if (by.deadline_days !== null) expect(one.days !== null && one.days <= by.deadline_days).toBe(true);
        }
        expect(ranking(all, by)).toHaveLength(all.filter((one) => meets(one, by)).length);
      }),
    );
  });
});

describe('by hand', () => {
  const one: DecisionOption = {
    id: 'b',
    thing: 'x',
    offer_id: 'o',
    cost_minor: 1000,
    days: 7,
    quality: 0.5,
    trust: 0.8,
    fit: 1,
    wished: 0.5,
    doubtful: false,
  };
  const any: DecisionTerms = {
    weights: BALANCED,
    budget_minor: null,
    about_minor: null,
    deadline_days: null,
  };

  test('a week is a quarter of four, longer than four counts no more, an unknown day as ten', () => {
    const speed = (days: number | null) => merits({ ...one, days }, any).speed;
    expect([0, 7, 28, 60, null].map(speed)).toEqual([1, 0.75, 0, 0, 1 - 10 / 28]);
    expect(merits(one, any)).toMatchObject({ price: -Math.log2(1000) / 2, quality: 0.5, trust: 0.8 });
  });

  test('the last unit of a budget and the last day of a deadline are within', () => {
    const isMet = (asked: Partial<DecisionTerms>, days: number | null = 7) =>
      meets({ ...one, days }, { ...any, ...asked });
    expect([isMet({}), isMet({}, null)]).toEqual([true, true]);
    expect([isMet({ budget_minor: 1000 }), isMet({ budget_minor: 999 })]).toEqual([true, false]);
    expect([isMet({ deadline_days: 7 }), isMet({ deadline_days: 6 })]).toEqual([true, false]);
    expect(isMet({ deadline_days: 7 }, null)).toBe(false);
  });

  test('of equals the first by id is chosen, and of each thing its best', () => {
    const [lower, second] = [{ ...one, id: 'a' }, one];
    expect(ranking([second, lower], any)).toEqual([lower, second]);
    expect(ranking([lower, second], any)).toEqual([lower, second]);
    const other = { ...one, id: 'c', thing: 'y', cost_minor: 900 };
    const dear = { ...one, id: 'd', thing: 'y', cost_minor: 1100 };
    expect(bestOfEach(ranking([one, dear, lower, other], any))).toEqual([other, lower]);
  });

  test('of each thing the best stands where it was ranked', () => {
    const things = ['x', 'y', 'x', 'z', 'y'].map((thing, at) => ({ ...one, id: `${at}`, thing }));
    expect(bestOfEach(things).map(({ id }) => id)).toEqual(['0', '1', '3']);
  });

  test('how well it fits counts .6, and what was wished half as much', () => {
    const more = (changes: Partial<DecisionOption>) => worth({ ...one, ...changes }, any) - worth(one, any);
    expect(more({ fit: 0.9 })).toBeCloseTo(-0.06, 9);
    expect(more({ wished: 0.6 })).toBeCloseTo(0.03, 9);
  });

  test('balanced is a quarter each', () => {
    expect(CRITERIA.map((name) => BALANCED[name])).toEqual([0.25, 0.25, 0.25, 0.25]);
  });
});

describe('what would change it', () => {
  test('every flip flips when it is applied, to what it says', () => {
    let flips = 0;
    fc.assert(
      fc.property(options, terms, (all, by) => {
        for (const flip of decisionFlips(all, by)) {
          flips++;
          if (flip.input === 'weight') {
            expect(flip.value).toBeGreaterThanOrEqual(0);
            expect(flip.value).toBeLessThanOrEqual(1);
          }
          const [moved, under] =
            flip.input === 'price'
              ? [repriced(all, all.find(({ id }) => id === flip.option) as DecisionOption, flip.value), by]
              : flip.input === 'weight'
                ? [all, { ...by, weights: reweighed(by.weights, flip.criterion, flip.value) }]
                : [all, { ...by, [flip.input === 'budget' ? 'budget_minor' : 'deadline_days']: flip.value }];
          expect(first(moved, under)?.id ?? null).toBe(flip.chosen);
          const things = new Map(all.map(({ id, thing }) => [id, thing]));
          expect(things.get(flip.chosen ?? '')).not.toBe(first(all, by)?.thing);
        }
      }),
      { numRuns: 400 },
    );
    expect(flips).toBeGreaterThan(200);
  });

  test('what flips is told: a dearer winner, a cheaper rival, less or more money, another day', () => {
    fc.assert(
      fc.property(options, terms, (all, by) => {
        const ranked = ranking(all, by);
        const [winner] = ranked;
        if (!winner) {
          expect(decisionFlips(all, by)).toEqual([]);
          return;
        }
        const told = decisionFlips(all, by);
        const values = (input: string) => told.flatMap((flip) => (flip.input === input ? [flip.value] : []));
        const isOther = (changed: readonly DecisionOption[], at: DecisionTerms) =>
          first(changed, at)?.thing !== winner.thing;
        const own = ranked.filter(({ thing }) => thing === winner.thing);

        const dear = repriced(all, winner, winner.cost_minor * 16);
        expect(told.some((flip) => flip.input === 'price' && flip.option === winner.id)).toBe(
          isOther(dear, by),
        );
        const rival = ranked.find(({ thing }) => thing !== winner.thing);
        if (rival) {
          const free = repriced(all, rival, 1);
          expect(told.some((flip) => flip.input === 'price' && flip.option === rival.id)).toBe(
            first(free, by)?.thing === rival.thing && rival.cost_minor > 1,
          );
        }
        const less = Math.min(...own.map(({ cost_minor }) => cost_minor)) - 1;
        const { budget_minor, deadline_days } = by;
        const more = all
          .map(({ cost_minor }) => cost_minor)
          .filter((cost) => budget_minor !== null && cost > budget_minor)
          .toSorted((a, b) => a - b)
          .find((cost) => isOther(all, { ...by, budget_minor: cost }));
        expect(values('budget')).toEqual([less, ...(more === undefined ? [] : [more])]);

        const soonest = Math.min(...own.map(({ days }) => days ?? Number.POSITIVE_INFINITY));
        const later = all
          .flatMap(({ days }) =>
            days !== null && deadline_days !== null && days > deadline_days ? [days] : [],
          )
          .toSorted((a, b) => a - b)
          .find((days) => isOther(all, { ...by, deadline_days: days }));
        expect(values('deadline')).toEqual([
          ...(Number.isFinite(soonest) && soonest > 0 ? [soonest - 1] : []),
          ...(later === undefined ? [] : [later]),
        ]);
      }),
      { numRuns: 300 },
    );
  });

  test('a weight is moved to 0 at the least, however it is rounded', () => {
    const one = { days: 3, trust: 1, fit: 1, wished: 0.5, doubtful: false };
    const cheap = { ...one, id: 'cheap', thing: 'cheap', offer_id: 'cheap', cost_minor: 1000, quality: 0.5 };
    const better = {
      ...cheap,
      id: 'better',
      thing: 'better',
      offer_id: 'better',
      cost_minor: 90_000,
      quality: 0.5001,
    };
    const weights = normalised({ price: 3, speed: 9, quality: 8, trust: 9 }) ?? BALANCED;
    const flips = decisionFlips([cheap, better], {
      weights,
      budget_minor: null,
      about_minor: null,
      deadline_days: null,
    });
    expect(flips.filter(({ input }) => input === 'weight')).toContainEqual({
      input: 'weight',
      criterion: 'price',
      value: 0,
      chosen: 'better',
    });
  });

  const plain = { days: 3, quality: 0.5, trust: 1, fit: 1, wished: 0.5, doubtful: false };
  const dear = { ...plain, id: 'dear', thing: 'dear', offer_id: 'dear', cost_minor: 2000 };
  const free = { about_minor: null, deadline_days: null, budget_minor: null, weights: BALANCED };

  test('a price moves with all ways of delivery of its offer, and none falls below one minor unit', () => {
    const express = { ...dear, id: 'dear/express', cost_minor: 2600, days: 1 };
    const other = { ...dear, id: 'other', offer_id: 'other', cost_minor: 500 };
    const costs = (cost: number) =>
      repriced([dear, express, other], dear, cost).map(({ cost_minor }) => cost_minor);
    expect(costs(2100)).toEqual([2100, 2700, 500]);
    expect(costs(1)).toEqual([1, 601, 500]);
    expect(repriced([dear, express], express, 100).map(({ cost_minor }) => cost_minor)).toEqual([1, 100]);
  });

  test('more money is told where it brings another thing, the least that does', () => {
    const [cheap, better, best] = [
      { ...dear, id: 'cheap', thing: 'cheap', offer_id: 'cheap', cost_minor: 1000 },
      { ...dear, id: 'better', thing: 'better', offer_id: 'better', cost_minor: 1001, quality: 0.9 },
      {
        ...dear,
        id: 'best',
        thing: 'best',
        offer_id: 'best',
        cost_minor: 1500,
        quality: 1,
        trust: 1,
        fit: 1,
      },
    ];
    const told = (budget_minor: number | null, all = [best, cheap, better]) =>
      decisionFlips(all, { ...free, budget_minor }).filter(({ input }) => input === 'budget');
    expect(told(1000)).toEqual([
      { input: 'budget', value: 999, chosen: null },
      { input: 'budget', value: 1001, chosen: 'better' },
    ]);
    expect(told(null)).toEqual([{ input: 'budget', value: 1000, chosen: 'cheap' }]);
    // What costs more and is no better is not brought by more money.
    expect(told(1000, [cheap, dear])).toEqual([{ input: 'budget', value: 999, chosen: null }]);
  });

  test('of the two ways to move a weight the nearer that flips is told, within half a percent', () => {
    let flips = 0;
    fc.assert(
      fc.property(options, terms, (all, by) => {
        const winner = first(all, by);
        const told = new Map(
          decisionFlips(all, by).flatMap((flip) =>
            flip.input === 'weight' ? [[flip.criterion, flip.value] as const] : [],
          ),
        );
        for (const [criterion, value] of told) {
          flips++;
          const own = by.weights[criterion];
          const isOther = (weight: number) =>
            first(all, { ...by, weights: reweighed(by.weights, criterion, weight) })?.thing !== winner?.thing;
          const [reach, side] = [Math.abs(value - own), Math.sign(value - own)];
          // What is chosen at two places is chosen between them, so nothing flips on the way there.
          if (reach > 0.006) expect(isOther(value - side * 0.006)).toBe(false);
          const across = own - side * (reach - 0.006);
          if (reach > 0.006 && across >= 0 && across <= 1) expect(isOther(across)).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
    expect(flips).toBeGreaterThan(100);
  });

  test('a flip that a step of a fortieth would pass over at the far end is found', () => {
    // From .25 to 1 by price: flips at nearly 1 alone.
    const cheap = { ...dear, id: 'cheap', thing: 'cheap', offer_id: 'cheap', cost_minor: 1990, quality: 0.3 };
    const [flip] = decisionFlips([dear, cheap], free).filter(
      (one) => one.input === 'weight' && one.criterion === 'price',
    );
    expect(flip).toMatchObject({ chosen: 'cheap' });
    expect(flip?.value).toBeGreaterThan(0.9);
  });

  test('a weight that tells the two apart by nothing of its own is not told', () => {
    const better = {
      ...dear,
      id: 'better',
      thing: 'better',
      offer_id: 'better',
      cost_minor: 2100,
      quality: 0.55,
    };
    const told = decisionFlips([dear, better], free).flatMap((flip) =>
      flip.input === 'weight' ? [flip.criterion] : [],
    );
    expect(told).toContain('price');
    expect(told).not.toContain('speed');
    expect(told).not.toContain('trust');
  });

  test('the rest of the weights keep their proportions, and share alike what none of them had', () => {
    expect(reweighed({ price: 0.5, speed: 0.3, quality: 0.2, trust: 0 }, 'price', 0.25)).toEqual({
      price: 0.25,
      speed: 0.75 * 0.6,
      quality: 0.75 * 0.4,
      trust: 0,
    });
    expect(reweighed({ price: 1, speed: 0, quality: 0, trust: 0 }, 'price', 0.7).speed).toBeCloseTo(0.1, 9);
  });

  test('a price flips no sooner than it says', () => {
    fc.assert(
      fc.property(options, terms, (all, by) => {
        const winner = first(all, by);
        for (const flip of decisionFlips(all, by)) {
          if (flip.input !== 'price' || flip.option !== winner?.id) continue;
          const just = repriced(all, winner, flip.value - 1);
          expect(first(just, by)?.thing).toBe(winner?.thing);
        }
      }),
    );
  });
});

test('weights are made to add up to 1; none at all are none', () => {
  expect(normalised({ price: 3, trust: 1 })).toEqual({ price: 0.75, speed: 0, quality: 0, trust: 0.25 });
  expect(normalised({})).toBeNull();
  expect(normalised({ price: 0 })).toBeNull();
  fc.assert(
    fc.property(terms, fc.constantFrom(...CRITERIA), share, ({ weights }, criterion, weight) => {
      const moved = reweighed(weights, criterion, weight);
      expect(CRITERIA.reduce((sum, name) => sum + moved[name], 0)).toBeCloseTo(1, 9);
      expect(moved[criterion]).toBe(weight);
    }),
  );
});

test.each([
  [[], { price: 0.25, speed: 0.25, quality: 0.25, trust: 0.25 }],
  [['price'], { price: 0.75, speed: 0, quality: 0, trust: 0.25 }],
  [['quality', 'speed', 'quality'], { price: 0, speed: 0.375, quality: 0.375, trust: 0.25 }],
  [['trust'], { price: 0.25, speed: 0.25, quality: 0.25, trust: 0.25 }],
] as const)('a text that chooses by %j weighs %j', (criteria, weights) => {
  expect(prioritised(criteria)).toEqual(weights);
});

test('the lowest price is what it says, but for what costs about the same', () => {
  const weights = prioritised(['price'], true);
  const plain = { id: 'a', cost_minor: 10_000, days: 3, quality: 0.5, trust: 0 };
  const utility = (own: Partial<typeof plain>) => {
    const merit = merits({ ...plain, ...own } as DecisionOption, { about_minor: null });
    return CRITERIA.reduce((sum, name) => sum + weights[name] * merit[name], 0);
  };
  // Nothing makes up for five in a hundred.
  expect(utility({ cost_minor: 9_500 })).toBeGreaterThan(utility({ trust: 1, quality: 1, days: 0 }));
  expect(utility({ cost_minor: 9_990 })).toBeLessThan(utility({ trust: 1 }));
  // Beside something else that is asked for it is one of two.
  expect(prioritised(['price', 'speed'], true)).toEqual(prioritised(['price', 'speed']));
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Arena } from '../../../warehouse/text/arena.ts';
import type { QueryGroup } from '../../../warehouse/text/query.ts';
import { coordinationFactor, RANKING, Ranking, scaleOf, scoreOf } from '../../../warehouse/text/ranking.ts';
import { namesNoThing } from '../../../warehouse/text/word_roles.ts';

const PRODUCTS = 4_000;
/** Scores that lie nearer than this are the same. */
const CLOSE = 0.5e-6;
/** How many products each term has: rare enough to be looked up, common enough to be walked over. */
const SIZES = [1, 3, 30, 300, 1_000, 2_500, 3_900];

/** Lists of random products and impacts, the same for a seed. */
function postingsOf(seed: number) {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const lists = SIZES.map((size) => {
    const docs = new Set<number>();
    while (docs.size < size) docs.add(next(PRODUCTS));
    return [...docs].sort((a, b) => a - b).map((doc) => ({ doc, impact: 1 + next(255) }));
  });
  const starts = new Uint32Array(lists.length + 1);
  for (const [term, list] of lists.entries()) starts[term + 1] = (starts[term] as number) + list.length;
  const flat = lists.flat();
  return {
    lists,
    postings: {
      starts,
      docs: Uint32Array.from(flat, ({ doc }) => doc),
      impacts: Uint8Array.from(flat, ({ impact }) => impact),
    },
  };
}

const group: fc.Arbitrary<QueryGroup> = fc
  .record({
    // Equal masses, and such as differ in their last bit, decide whether half of the words are half of the mass.
    mass: fc.oneof(
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.constantFrom(0.1, 0.10000000000000002, 0.3),
    ),
    terms: fc.uniqueArray(fc.nat(SIZES.length - 1), { minLength: 1, maxLength: 4 }),
    weights: fc.array(fc.constantFrom(1, 0.7, 0.5, 0.1), { minLength: 4, maxLength: 4 }),
    text: fc.oneof(fc.string(), fc.constantFrom('8', '18v', 'black', 'lamp')),
    role: fc.constantFrom('plain', 'head', 'use'),
  })
  .map(({ mass, terms, weights, text, role }) => ({
    mass,
    role,
    text,
    isGuess: false,
    variants: terms.map((term, index) => ({ term, weight: weights[index] as number })),
  }));

/** The scores by definition: for each word the best of its variants, summed, times what the words found weigh. */
function scoresOf(
  lists: { doc: number; impact: number }[][],
  groups: readonly QueryGroup[],
  { unknownMass, isFurther }: { unknownMass: number; isFurther: boolean },
) {
  const asked = groups.filter(({ role }) => role !== 'use');
  const wanted = asked.reduce((sum, { mass }) => sum + mass, 0);
  const met = new Float64Array(PRODUCTS);
  const order = (list: readonly QueryGroup[]) =>
    [...list].sort((a, b) => b.mass - a.mass || (a.text < b.text ? -1 : 1));
  const ordered = [...order(asked), ...order(groups.filter(({ role }) => role === 'use'))];
  const total = ordered.reduce((sum, { mass }) => sum + mass, 0);
  const sums = new Float64Array(PRODUCTS);
  const names = asked.filter(({ text }) => !/^[0-9][0-9.,]*\p{L}+$/u.test(text) && !namesNoThing(text));
  const thing = ordered.find(({ role }) => role === 'head') ?? (names.length === 1 ? names[0] : undefined);
  const naming = names.filter(({ text }) => !/^[0-9]+$/.test(text));
  const hasThing = new Uint8Array(PRODUCTS);
  const hasName = new Uint8Array(PRODUCTS).fill(naming.length === 0 ? 1 : 0);
  for (const one of ordered) {
    const best = new Float64Array(PRODUCTS);
    for (const { term, weight } of one.variants)
      for (const { doc, impact } of lists[term] ?? [])
        best[doc] = Math.max(best[doc] as number, impact * scaleOf(one, weight, total));
    for (const [doc, share] of best.entries()) {
      sums[doc]! += share;
      if (share > 0 && one.role !== 'use') met[doc]! += one.mass;
      if (share > 0 && one === thing) hasThing[doc] = 1;
      if (share > 0 && naming.includes(one)) hasName[doc] = 1;
    }
  }
  // What is asked for must be there and weighs, less of it beside the word for the thing; what it is for only adds.
  return sums.map((sum, doc) => {
    const found = met[doc] as number;
    const required = hasThing[doc] === 1 ? RANKING.headed : RANKING.required;
    const isEnough = hasName[doc] === 1 && found >= required * (wanted + unknownMass) * (1 - 1e-9);
    const least = isFurther ? RANKING.further : 0;
    return wanted === 0 || (!isEnough && !isFurther)
      ? 0
      : sum * coordinationFactor(found, wanted, RANKING.coordination, isEnough ? 0 : least);
  });
}

describe('the ranking', () => {
  it('gives every product the score of its definition, query after query', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000),
        fc.array(fc.array(group, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        // All products at once, an odd number at a time, and as many at a time as there are.
        fc.constantFrom(RANKING.block, 713, PRODUCTS),
        fc.record({ unknownMass: fc.constantFrom(0, 0, 0.1, 5), isFurther: fc.boolean() }),
        (seed, queries, block, how) => {
          const { lists, postings } = postingsOf(seed);
          const arenas = { columns: new Arena(), state: new Arena() };
          const ranking = new Ranking(arenas, postings, PRODUCTS, { ...RANKING, block });
          for (const groups of queries) {
            const told: number[] = [];
            const amiss: number[] = [];
            const matches = ranking.match(
              { groups, unknownMass: how.unknownMass },
              how.isFurther,
              ({ products, cells }, from, count) => {
                const place = Math.trunc((products[from] as number) / block);
                for (const product of products.subarray(from, from + count)) {
                  told.push(product);
                  // What is told is done with.
                  if (Math.trunc(product / block) !== place || !((cells[product] as number) > 0))
                    amiss.push(product);
                }
              },
            );
            // Told at once: a check for each of the products would take most of the time.
            expect(amiss).toEqual([]);
            expect(told).toEqual([...matches.products.subarray(0, matches.count)]);
            const found = new Set(told);
            expect(found.size).toBe(matches.count);
            const expected = scoresOf(lists, groups, how);
            const wrong = [...expected.entries()].filter(([product, score]) => {
              const given = found.has(product) ? scoreOf(matches, product) : 0;
              return score > 0 ? !found.has(product) || Math.abs(given - score) >= CLOSE : given > 0;
            });
            expect(wrong).toEqual([]);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

import { expect, test } from 'vitest';
import { productsFound, titled } from './catalogue.ts';

const SHELVES = Array.from({ length: 9 }, (_, no) => `Oak shelf ${no + 10}`);
const answered = (q: string, ...titles: string[]) =>
  titled(...titles, ...SHELVES).searchNow({ q, more: true, things: true });

test('what has too little of all words, unknown ones too, only follows, and is told to lack words', () => {
  const { total, further, hits, lacks, unknown } = answered(
    'kestrix city and knights',
    'Lumo city station',
    'Kestrix board game',
  );
  expect({ total, further, lacks, unknown }).toEqual({
    total: 0,
    further: 2,
    lacks: true,
    unknown: ['knight'],
  });
  expect(new Set(hits.map(({ product }) => product))).toEqual(new Set([0, 1]));
});

test('an unknown word takes nothing from what has enough beside it', () => {
  const { total, lacks } = answered('kestrix city knights', 'Kestrix city game', 'Lumo city station');
  expect({ total, lacks }).toEqual({ total: 1, lacks: undefined });
});

test('in another order as many are found', () => {
  const index = titled('Lumo city station', 'Kestrix board game', ...SHELVES);
  const asked = { q: 'kestrix city and knights', more: true, things: true } as const;
  for (const sort of ['relevance', 'newest', 'price_asc'] as const)
    expect(index.searchNow({ ...asked, sort }).total).toBe(0);
});

test('a number alone is no thing that is asked for by a name', () => {
  const { total, further, hits } = answered('vantor fenix 8', 'Mild soap 8 x 2', 'Vantor watch', 'Clogs 8');
  expect({ total, further }).toEqual({ total: 0, further: 3 });
  expect(hits).toHaveLength(3);
  // Where a number is all that is asked for it is found.
  expect(productsFound(titled('Mild soap 8 x 2', ...SHELVES), { q: '8' })).toEqual([0]);
});

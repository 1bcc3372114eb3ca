import { describe, expect, test } from 'vitest';
import { quantise } from '../../../warehouse/embedding/vector.ts';
import { VectorTable } from '../../../warehouse/embedding/vector_table.ts';
import { indexOf, OFFER } from './catalogue.ts';

const DIMS = 16;

interface Titled {
  title: string;
  /** Where it lies on a half circle, in radians: what means the same lies together. */
  angle: number;
}

const rowAt = (angle: number) =>
  quantise(Array.from({ length: DIMS }, (_, at) => (at % 2 === 0 ? Math.cos(angle) : Math.sin(angle))));

/** Titles found by a query, the best first. */
function found(
  q: string,
  products: readonly Titled[],
  { literal = false, hasVectors = true } = {},
): string[] {
  const index = indexOf(products.map(({ title }) => ({ texts: [{ title }], offers: [OFFER] })));
  const table = VectorTable.create('m', DIMS, products.length);
  for (const [no, { angle }] of products.entries()) table.rows.set(rowAt(angle), no * DIMS);
  const { hits } = index.searchNow({ q, literal, limit: 100 }, hasVectors ? table : null);
  return hits.map(({ product }) => products[product]?.title ?? '');
}

const NAMES = 'Ash Beam Cove Dune Echo Fern Gale Haze Iris Jade Kelp Lark'.split(' ');
const NOTEBOOKS = NAMES.map((name) => ({ title: `${name} 14 notebook, silver, long life`, angle: 0 }));
const LOCKS = NAMES.map((name) => ({ title: `${name} laptop lock keyed`, angle: 1.5 }));
const isNotebook = (title: string) => title.includes('notebook');

describe('a thing that is called otherwise', () => {
  test('is found by the name that it has, before what only goes with it', () => {
    const titles = found('laptop', [...LOCKS, ...NOTEBOOKS]);
    expect(titles).toHaveLength(24);
    expect(titles.slice(0, 12).every(isNotebook)).toBe(true);
    expect(
      found('black laptop 14', [...LOCKS, ...NOTEBOOKS])
        .slice(0, 12)
        .every(isNotebook),
    ).toBe(true);
  });

  test('is not looked for where the name is a thing’s as it stands, or with another word', () => {
    const laptops = NAMES.slice(0, 3).map((name) => ({ title: `${name} slim laptop`, angle: 0 }));
    expect(found('laptop', [...LOCKS, ...laptops, ...NOTEBOOKS]).slice(0, 3)).toEqual(
      laptops.map(({ title }) => title),
    );
    expect(
      found('laptop lock', [...LOCKS, ...NOTEBOOKS])
        .slice(0, 12)
        .some(isNotebook),
    ).toBe(false);
  });

  test('nor where few are called otherwise, nothing tells what things are like, or each word counts as written', () => {
    expect(isNotebook(found('laptop', [...LOCKS, ...NOTEBOOKS.slice(0, 9)])[0] ?? '')).toBe(false);
    expect(isNotebook(found('laptop', [...LOCKS, ...NOTEBOOKS], { hasVectors: false })[0] ?? '')).toBe(false);
    expect(isNotebook(found('laptop', [...LOCKS, ...NOTEBOOKS], { literal: true })[0] ?? '')).toBe(false);
  });
});

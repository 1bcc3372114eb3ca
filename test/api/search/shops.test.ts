import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

/** `fixtures/search/shops.yaml` says what its fields mean. */
interface Shop {
  products: [category: string, title: string, brand?: string][];
  asked: { q: string; first: string[] }[];
}

const shops = parse(
  readFileSync(new URL('../../../fixtures/search/shops.yaml', import.meta.url), 'utf8'),
) as Shop[];

test.each(shops)('a shop of $products.0.1', async ({ products, asked }) => {
  const server = await indexServer(
    listedSnapshot(
      products.map(([category, title, brand], at) =>
        listing('shop', `s${at}`, { category: `kinds.${category}`, title, ...(brand ? { brand } : {}) }),
      ),
      { areCategoriesStated: true },
    ),
  );
  const answers: Shop['asked'] = [];
  for (const { q, first } of asked) {
    const { body } = await server.get<{ results: { title: string }[] }>(
      `/v1/search?${new URLSearchParams({ q }).toString()}`,
    );
    const titles = body.results.map(({ title }) => title).slice(0, first.length || 1);
    answers.push({ q, first: titles.toSorted() });
  }
  expect(answers).toEqual(asked.map(({ q, first }) => ({ q, first: first.toSorted() })));
});

import { expect, test } from 'vitest';
import { listingOf } from '../../bench/match_catalogue.ts';
import { gtinOf } from '../../pipelines/snapshot/numbered_gtin.ts';
import { Program } from './program.ts';

// Each command is a process of its own, and a busy machine takes its time.

const seller = (id: string) => `  - id: ${id}
    name: ${id}
    kind: retailer
    access: merchant_feed
    feeds: [{ name: all, url: ${id}.csv, format: csv, mapping: { sku: sku, title: title, brand: brand, price: price, gtin: gtin } }]
`;

/** What a seller lists of items [from, to), every fourth without GTIN. */
function feed(no: number, from: number, to: number): string {
  const lines = ['sku,title,brand,price,gtin'];
  for (let item = from; item < to; item++) {
    const { title, brand, price_minor } = listingOf(item, no);
    lines.push(
      `I${item},${title},${brand ?? ''},${(price_minor ?? 0) / 100},${item % 4 === 0 ? '' : gtinOf(item)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

test('titles in a file are matched as the API matches them, with method, confidence, review and candidate', async () => {
  const asked = [150, 299, 301, 302, 303, 305, 306, 307, 309, 310];
  const rows = asked.map((item) => `${item},${listingOf(item, 9).title}`);
  const program = new Program().write({
    'commerce-index.yaml': `market: { country: US, currency: USD }\nmemory_limit: 512MiB\nsellers:\n${seller('alpha')}${seller('beta')}`,
    'alpha.csv': feed(1, 0, 700),
    'beta.csv': feed(2, 300, 1000),
    'mine.csv': `id,title\n${rows.join('\n')}\nnone,zzyzx qwertz\n`,
  });
  expect((await program.run(['ingest'])).code).toBe(0);
  const { code, out } = await program.run(['match', 'mine.csv', '--out', 'found.ndjson']);
  expect(code).toBe(0);
  expect(out).toMatch(/title_fuzzy \d+/);
  const found = program
    .read('found.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(found.map(({ id }) => id)).toEqual([...asked.map(String), 'none']);
  const matched = found.filter((row) => row['match_method'] === 'title_fuzzy');
  expect(matched.length).toBeGreaterThan(asked.length / 2);
  for (const row of found) {
    const confidence = row['match_confidence'] as number | null;
    expect(row['match_review']).toBe(confidence !== null && confidence < 0.9);
    expect(row['match_candidate'] === null).toBe(row['match_candidate_confidence'] === null);
    expect(row['match_product_id'] === null).toBe(confidence === null);
  }
  expect(found.at(-1)).toMatchObject({ match_method: null, match_reason: 'title_unknown' });
});

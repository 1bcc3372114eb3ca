import { describe, expect, test } from 'vitest';
import { differencesOf } from '../../../pipelines/equivalence/differences.ts';
import { judged } from '../../../pipelines/equivalence/judged.ts';
import { asSeen, RELATIONS, STRICTNESSES } from '../../../pipelines/equivalence/relation.ts';
import { accuracies, answeredPairs, answeredTable, labelledPairs } from './labelled_pairs.ts';

const [seen, heldOut] = await Promise.all(
  (['pairs', 'held_out'] as const).map((table) => answeredPairs(labelledPairs(table))),
);
const others = await answeredPairs(labelledPairs('other_trades'));
const all = [...(seen ?? []), ...(heldOut ?? [])];

describe('the labelled pairs', () => {
  test('are at least 200, of each relation at least 25, under the titles of their items', () => {
    expect(all.length).toBeGreaterThanOrEqual(200);
    for (const relation of RELATIONS)
      expect(all.filter((pair) => pair.relation === relation).length, relation).toBeGreaterThanOrEqual(25);
    const named = all.filter(({ titles, items }) =>
      titles.some((title, at) => !items[at as 0 | 1].titles.some((one) => plain(one) === title)),
    );
    expect(named.map(({ a, b }) => `${a} ${b}`)).toEqual([]);
  });

  test('are told right as often as the README says', () => {
    const first = accuracies(seen ?? []);
    const second = accuracies(heldOut ?? []);
    expect(first.practical).toBeGreaterThanOrEqual(0.95);
    expect(second.practical).toBeGreaterThanOrEqual(0.93);
    expect(second.exact).toBeGreaterThanOrEqual(0.97);
    expect(second.loose).toBeGreaterThanOrEqual(0.9);
  });

  test('are told right as often in markets of mixed trades, and in more titles of other trades', async () => {
    const markets = accuracies([...(await answeredTable('first')), ...(await answeredTable('second'))]);
    expect(markets.exact).toBeGreaterThanOrEqual(0.96);
    expect(markets.practical).toBeGreaterThanOrEqual(0.93);
    expect(markets.loose).toBeGreaterThanOrEqual(0.9);
    const more = accuracies(await answeredPairs(labelledPairs('more_trades')));
    expect(more.practical).toBeGreaterThanOrEqual(0.9);
    expect(more.loose).toBeGreaterThanOrEqual(0.8);
  });

  test('are told right as often in titles of other trades, and hardly ever identical where they are not', () => {
    const right = accuracies(others);
    expect(right.exact).toBeGreaterThanOrEqual(0.92);
    expect(right.practical).toBeGreaterThanOrEqual(0.88);
    expect(right.loose).toBeGreaterThanOrEqual(0.77);
    const wrong = others.filter(
      ({ relation, found }) => found.relation === 'identical' && relation !== 'identical',
    );
    expect(wrong.length / others.length).toBeLessThan(0.05);
  });

  test('no two things are called identical that are not', () => {
    const wrong = all.filter(
      ({ relation, found }) => found.relation === 'identical' && relation !== 'identical',
    );
    expect(wrong.map(({ titles }) => titles.join(' | '))).toEqual([]);
  });

  test('the order of the two does not matter but for which is newer', () => {
    for (const { items, found } of all) {
      const turned = judged(items[1], items[0], () => 1);
      const same = judged(items[0], items[1], () => 1);
      expect(turned.relation, items.map(({ title }) => title).join(' | ')).toBe(same.relation);
      if (same.lineage) expect(turned.lineage?.newer).toBe(same.lineage.newer === 'a' ? 'b' : 'a');
      if (found.relation === 'identical') expect(differencesOf(...items, found)).toEqual([]);
    }
  });
});

test('a strictness hides what it does not know and never makes another relation of it', () => {
  expect(RELATIONS.map((relation) => STRICTNESSES.map((strictness) => asSeen(relation, strictness)))).toEqual(
    [
      ['identical', 'identical', 'identical'],
      ['unrelated', 'variant', 'variant'],
      ['unrelated', 'unrelated', 'substitute'],
      ['unrelated', 'successor', 'successor'],
      ['unrelated', 'unrelated', 'unrelated'],
    ],
  );
});

const plain = (title: string) => title.replaceAll(/\s+/g, ' ');

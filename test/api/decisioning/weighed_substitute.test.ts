import { expect, test } from 'vitest';
import type { ComparableVariant } from '../../../api/decisioning/comparable_products.ts';
import type { Relating } from '../../../api/decisioning/relating.ts';
import { shownSubstitutes, type Weighed } from '../../../api/decisioning/weighed_substitute.ts';
import type { ComparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import type { Odds } from '../../../pipelines/equivalence/judgement.ts';
import type { Related } from '../../../pipelines/equivalence/relation.ts';

const item = (title: string) => ({ title, category: null }) as ComparedItem;
const weighed = (title: string) =>
  ({ one: { item: item(title) } as ComparableVariant, given_up: 0 }) as Weighed;
const relation = (found: Related['relation'], odds?: Partial<Odds>): Related => ({
  relation: found,
  basis: 'same_kind',
  conflicts: [],
  lineage: null,
  ...(odds && {
    odds: { identical: 0, variant: 0, successor: 0, substitute: 0, unrelated: 0, ...odds },
  }),
});
const found: Record<string, Related> = {
  told: relation('substitute'),
  likely: relation('substitute', { identical: 0.1, variant: 0.2, substitute: 0.7 }),
  perhaps_itself: relation('substitute', { identical: 0.15, variant: 0.2, substitute: 0.65 }),
  next: relation('successor', { variant: 0.3, successor: 0.7 }),
  variant: relation('variant', { variant: 1 }),
};
const relate: Relating = {
  rarity: () => 1,
  relate: (a, b) => (a.title === 'reference' ? (found[b.title] as Related) : relation('unrelated')),
};

test('what is as likely as one in three the reference itself in another colour stands in for nothing', () => {
  const shown = shownSubstitutes(item('reference'), Object.keys(found).map(weighed), { limit: 9, relate });
  expect(shown.map(({ one }) => one.item.title)).toEqual(['told', 'likely', 'next']);
});

test('no two that are one thing are shown, and no more than asked for', () => {
  const all: Relating = {
    ...relate,
    relate: (a, b) => relation(a.title === 'reference' || b.title !== 'b' ? 'substitute' : 'identical'),
  };
  const ranked = ['a', 'b', 'c', 'd'].map(weighed);
  const shown = shownSubstitutes(item('reference'), ranked, { limit: 2, relate: all });
  expect(shown.map(({ one }) => one.item.title)).toEqual(['a', 'c']);
});

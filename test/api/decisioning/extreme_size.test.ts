import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);
const SIZES = [
  [32, 20_000],
  [55, 50_000],
  [65, 90_000],
  [75, 200_000],
] as const;
const screens = SIZES.map(([inch, price_minor]) =>
  listing('alpha', `tv${inch}`, {
    title: `Panorel Smart TV ${inch}-inch OLED`,
    category: 'electronics.video.televisions',
    price_minor,
    attributes: { 'display.screen_in': String(inch) },
  }),
);
const phones = listing('alpha', 'phones', {
  title: 'Larkbeat Wren over-ear headphones, black',
  category: 'electronics.audio.over_ear_headphones',
  price_minor: 10_000,
});

test.each([
  ['the biggest OLED tv under $1000', 'Panorel Smart TV 65-inch OLED'],
  ['largest tv', 'Panorel Smart TV 75-inch OLED'],
  ['the smallest tv under $1000', 'Panorel Smart TV 32-inch OLED'],
  ['el televisor más grande por menos de 600 dólares', 'Panorel Smart TV 55-inch OLED'],
  ['tv under $1000', 'Panorel Smart TV 32-inch OLED'],
  // No record of headphones says how large they are.
  ['the biggest headphones', null],
])('the biggest is what its record says is the largest within the budget: %s', async (intent, title) => {
  expect((await over([...screens, phones], intent)).recommendation?.title ?? null).toBe(title);
});

test.each([
  ['the biggest tv', 'Panorel Smart TV 65-inch OLED', false],
  ['the biggest tv under $600', 'Panorel Smart TV 55-inch OLED', false],
  ['a tv', 'Panorel Smart TV 32-inch OLED', false],
])('among candidates that are given: %s', async (intent, title, isPartial) => {
  const candidates = ['alpha:tv32', 'alpha:tv55', 'alpha:tv65'];
  const { recommendation, not_known } = await over([...screens, phones], intent, { candidates });
  expect(recommendation?.title).toBe(title);
  expect(not_known.some((text) => text.includes('need not be all'))).toBe(isPartial);
});

test('the answer says that larger ones may not have been looked at', async () => {
  const { not_known } = await over(screens, 'largest tv');
  expect(not_known.join()).toContain('of the products that were looked at, which need not be all');
});

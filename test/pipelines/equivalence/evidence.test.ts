import { expect, test } from 'vitest';
import { comparedItem } from '../../../pipelines/equivalence/compared_item.ts';
import { evidenceBetween } from '../../../pipelines/equivalence/judged.ts';
import { related } from '../../../pipelines/equivalence/relation.ts';
import { assembleProduct } from '../../../warehouse/reads/product.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';

let skus = 0;
const item = (title: string, parts: object = {}) => {
  const one = listing('alpha', `e${skus++}`, { title, brand: 'Acme', ...parts });
  return comparedItem(assembleProduct([one]), one.variant_id);
};
const evidence = (a: ReturnType<typeof item>, b: ReturnType<typeof item>) =>
  evidenceBetween(
    a,
    b,
    related(a, b, () => 1),
    () => 1,
  );
const ofTitles = (a: string, b: string, left = {}, right = {}) => evidence(item(a, left), item(b, right));

test('one digit of a number that differs is evidence: by little of the next one, by much of another model', () => {
  expect(ofTitles('Acme Swift 265', 'Acme Swift 255')).toMatchObject({
    figure_digit_near: 1,
    figure_digit_far: 0,
  });
  expect(ofTitles('Acme 9800X3D', 'Acme 7800X3D')).toMatchObject({ figure_digit_near: 1 });
  expect(ofTitles('Acme Swift 965', 'Acme Swift 265')).toMatchObject({
    figure_digit_near: 0,
    figure_digit_far: 1,
  });
  for (const other of ['Acme Swift 276', 'Acme Swift 2655', 'Acme Swift 265'])
    expect(ofTitles('Acme Swift 265', other)).toMatchObject({ figure_digit_near: 0, figure_digit_far: 0 });
});

test('the higher number may cost more, but not twice as much', () => {
  const of = (price: number, other: number) =>
    ofTitles('Acme Swift 265', 'Acme Swift 255', { price_minor: price }, { price_minor: other })[
      'figure_dearer'
    ];
  expect(of(12000, 10000)).toBe(1);
  expect(of(10000, 12000)).toBe(0);
  expect(of(21000, 10000)).toBe(0);
});

test('sellers’ shelves are evidence by what they are called, in any language that is known', () => {
  const of = (left?: string, right?: string) =>
    ofTitles('Acme One', 'Acme Two', left ? { category: left } : {}, right ? { category: right } : {});
  expect(of('sport.yoga_mat', 'sport.yoga_mat')).toMatchObject({ shelf_same: 1 });
  expect(of('garten.kissen', 'home.pillows')['shelf_meaning']).toBeGreaterThan(0.8);
  expect(of('garten.kissen', 'home.hammers')['shelf_meaning']).toBeLessThan(0.5);
  expect(of('garten.kissen')).toMatchObject({ shelf_same: 0, shelf_meaning: 0 });
});

test('a word that stands where the other title has another one is evidence, a colour or a shorter word is none', () => {
  const swapped = (a: string, b: string) => ofTitles(a, b)['word_swapped'];
  expect(swapped('Acme Talon 14 Laptop', 'Acme Nest 14 Laptop')).toBe(1);
  expect(swapped('Acme Talon 14 Laptop', 'Acme Talon 14 Laptop Nest')).toBe(0);
  expect(swapped('Acme Black Laptop', 'Acme Red Laptop')).toBe(0);
  expect(swapped('Acme Electric Kettle', 'Acme Elec Kettle')).toBe(0);
});

test('how many kinds of amounts both state alike is counted', () => {
  expect(ofTitles('Acme 500 g 20 W', 'Acme 0.5 kg 20 W')['amounts_same']).toBe(2);
  expect(ofTitles('Acme 500 g 20 W', 'Acme 0.5 kg 40 W')['amounts_same']).toBe(1);
  expect(ofTitles('Acme 500 g', 'Acme 20 W')['amounts_same']).toBe(0);
});

test('an extension of one thing, and the next one of a line that rules do not call one, are evidence', () => {
  expect(ofTitles('Acme Isle Board Game', 'Acme Isle Expansion for Board Game')['extension_one']).toBe(1);
  expect(ofTitles('Acme Isle Expansion', 'Acme Isle Erweiterung')['extension_one']).toBe(0);
  expect(
    ofTitles('Acme WF-1000XM4 True Wireless Earbuds', 'Acme WF-1000XM5 Écouteurs sans fil'),
  ).toMatchObject({ generation_other: 0, generation_beyond: 1 });
  // Where rules call them one line the generation is theirs.
  expect(ofTitles('Acme Swift Watch 2', 'Acme Swift Watch 3')).toMatchObject({
    generation_other: 1,
    generation_beyond: 0,
  });
});

import { expect, test } from 'vitest';
import { type Shades, shadeIn } from '../../../../../pipelines/match/titles/compare/shades.ts';
import { ShadeTeacher } from '../../../../../pipelines/match/titles/learn/learn_shades.ts';
import { generalModel, teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { readRecord, SHADE_BITS } from '../../../../../pipelines/match/titles/read/reading.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { listings } from '../catalogue.ts';

const nameIn = (shades: Shades) => (word: string) => shadeIn(shades, hashText(word) & SHADE_BITS);
const knows = (shades: Shades) => (word: string) => nameIn(shades)(word) !== null;
const reading = (title: string, color?: string) =>
  readRecord({ key: title, seller: 's', title, attributes: color === undefined ? {} : { color } });

test('a declared colour that no list has is a shade, by each of its words', () => {
  const teacher = new ShadeTeacher();
  for (const color of ['Chalk', 'Espresso Oak', 'Harbor Blue', 'Weiß', '24', 'X']) teacher.addDeclared(color);
  const shade = knows(teacher.finish());
  expect(['chalk', 'espresso', 'oak'].map(shade)).toEqual([true, true, true]);
  expect(['harbor', 'blue', 'weiss', '24', 'x'].map(shade)).toEqual([false, false, false, false, false]);
});

test('the name of a shade is one where it is a part of a title by itself', () => {
  const teacher = new ShadeTeacher();
  teacher.addTitle('Front floor, mats, 2 pack, Tan');
  teacher.addTitle('Hand cream with olive - 50 ml');
  const shade = knows(teacher.finish());
  expect(['tan', 'mats', 'pack', 'cream', 'olive'].map(shade)).toEqual([true, false, false, false, false]);
});

test('a word that listings of one item differ by is none, but for one that another stands for', () => {
  const teacher = new ShadeTeacher();
  for (const color of ['Graphite', 'Coal', 'Chalk', 'Larch', 'Blush', 'Rose Quartz', 'Icy Mint', 'Warm Sand'])
    teacher.addDeclared(color);
  const named = (color: string) => reading('Vista keyboard', color);
  // A known colour, whichever side has it.
  teacher.join(named('Graphite'), reading('Vista keyboard gray'));
  teacher.join(reading('Vista keyboard gray'), named('Coal'));
  teacher.join(named('Chalk'), reading('Vista keyboard chalk'));
  teacher.join(named('Larch'), reading('Vista keyboard'));
  teacher.join(named('Blush'), named('Rose Quartz'));
  teacher.join(named('Icy Mint'), named('Warm Sand'));
  const shade = knows(teacher.finish());
  const words = [
    'graphite',
    'coal',
    'chalk',
    'larch',
    'blush',
    'rose',
    'quartz',
    'icy',
    'mint',
    'warm',
    'sand',
  ];
  expect(words.filter(shade)).toEqual(['chalk', 'larch']);
});

test('words that listings of one item are told by, each alone, name one shade', () => {
  const teacher = new ShadeTeacher();
  for (const color of ['Cream', 'Crème', 'Crema', 'Panna', 'Sage']) teacher.addDeclared(color);
  const named = (color: string) => reading('Vista kettle', color);
  for (const [one, other] of [
    ['Cream', 'Crema'],
    ['Crème', 'Panna'],
    ['Crema', 'Panna'],
    ['Cream', 'Crème'],
  ])
    teacher.join(named(one as string), named(other as string));
  const names = ['cream', 'creme', 'crema', 'panna', 'sage'].map(nameIn(teacher.finish()));
  expect(new Set(names.slice(0, 4)).size).toBe(1);
  expect(['cream', 'creme', 'crema', 'panna'].map((word) => hashText(word) & SHADE_BITS)).toContain(names[0]);
  expect(names[4]).toBe(hashText('sage') & SHADE_BITS);
});

test('a model knows them from declared colours and from what stands in a colour’s place', () => {
  const [left, right] = [listings(1, 0, 60), listings(2, 0, 60)] as [MatchRecord[], MatchRecord[]];
  const twins = ['white', 'larch'].map((word) => ({
    key: word,
    seller: 'one',
    title: `Nordheim Vista wall shelf ${word} hidden`,
  }));
  for (const { vocabulary } of [
    generalModel([{ left: [...left, ...twins], right }], ['Chalk']),
    teachModel([{ left: [...left, ...twins], right }], undefined, undefined, ['Chalk']),
  ])
    expect(['chalk', 'larch', 'white', 'shelf'].map(knows(vocabulary.shades))).toEqual([
      true,
      true,
      false,
      false,
    ]);
});

import { expect, test } from 'vitest';
import { indexIn } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import { ShadeTeacher } from '../../../../../pipelines/match/titles/learn/learn_shades.ts';
import { generalModel, teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { readRecord, SHADE_BITS } from '../../../../../pipelines/match/titles/read/reading.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { listings } from '../catalogue.ts';

const knows = (shades: Uint32Array) => (word: string) => indexIn(shades, hashText(word) & SHADE_BITS) >= 0;
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
  teacher.addTitle('Front floor mats, 2 pack, Tan');
  teacher.addTitle('Hand cream with olive - 50 ml');
  const shade = knows(teacher.finish());
  expect(['tan', 'mats', 'pack', 'cream', 'olive'].map(shade)).toEqual([true, false, false, false, false]);
});

test('a word that listings of one item differ by is none', () => {
  const teacher = new ShadeTeacher();
  for (const color of ['Graphite', 'Chalk', 'Coal']) teacher.addDeclared(color);
  teacher.veto(reading('Vista keyboard', 'Graphite'), reading('Vista keyboard gray'));
  teacher.veto(reading('Vista keyboard', 'Chalk'), reading('Vista keyboard chalk'));
  const shade = knows(teacher.finish());
  expect(['graphite', 'chalk', 'coal'].map(shade)).toEqual([false, true, true]);
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

import { expect, test } from 'vitest';
import { isMistakenUnit } from '../../../pipelines/domain/mistaken_unit.ts';
import { readText } from '../../../pipelines/text/reading.ts';

test.each([
  ['500 kg', 'rice 500 g', true],
  ['1.5 ml', 'water 1.5 l', true],
  ['1980 l', 'water 6 x 330 ml', true],
  ['2 mm', 'cable 2 m', true],
  ['500 kg', 'rice 0.495 kg', true],
  ['500 kg', 'rice 5 kg in bags of 500 g', true],
  ['500 g', 'rice 500 g', false],
  ['50 kg', 'rice 500 g', false],
  ['500 l', 'rice 500 g', false],
  ['5000 pieces', 'staples 5 pieces', false],
  ['500 kg', 'rice', false],
  ['family pack', 'rice 500 g', false],
])('%j beside %j: a mistaken unit %s', (field, title, expected) => {
  expect(isMistakenUnit(readText(field).amounts, readText(title).amounts)).toBe(expected);
});

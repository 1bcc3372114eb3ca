import { expect, test } from 'vitest';
import { valueKindsIn } from '../../../warehouse/meaning/value_kinds.ts';

test.each([
  ['I am five foot three', 'height'],
  ['He is 1.84 m tall', 'height'],
  ['Gloves in 7.5', 'size'],
  ['She takes a 38 in boots', 'size'],
  ['EU 40, nothing narrow', 'size'],
  ['takes a US women’s 8.5', 'size'],
  ['Cabin bag 55 by 40 by 20', 'dimension'],
  ['no appliance above 2000 watts', 'power'],
  ['at 29 degrees', 'temperature'],
  ['open from 8:30', 'hour'],
  ['Forklift handles 1.2 tonnes', 'weight'],
])('%s holds a %s', (text, kind) => {
  expect(valueKindsIn(text)).toContain(kind);
});

test.each([
  ['moved in 2022', 'size'],
  ['Christmas budget is 60 euros', 'size'],
  ['a shelf of 1.84 kg', 'height'],
])('%s holds no %s', (text, kind) => {
  expect(valueKindsIn(text)).not.toContain(kind);
});

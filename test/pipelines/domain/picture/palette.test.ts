import { expect, test } from 'vitest';
import { colorFit, colorName } from '../../../../pipelines/domain/picture/palette.ts';
import { COLORS } from '../../../../pipelines/text/languages.ts';

test.each<[string, [number, number, number]]>([
  ['black', [20, 20, 22]],
  ['white', [245, 244, 240]],
  ['gray', [128, 130, 133]],
  ['red', [192, 40, 45]],
  ['orange', [230, 120, 30]],
  ['brown', [110, 70, 35]],
  ['beige', [222, 205, 170]],
  ['yellow', [235, 205, 40]],
  ['green', [47, 125, 74]],
  ['cyan', [30, 165, 190]],
  ['blue', [47, 95, 179]],
  ['navy', [20, 30, 80]],
  ['purple', [110, 50, 170]],
  ['pink', [230, 105, 170]],
])('%s is called so', (name, [red, green, blue]) => {
  expect(colorName(red, green, blue)).toBe(name);
  expect(COLORS as readonly string[]).toContain(name);
});

test('a colour fits itself best, another name of it nearly, and no other at all', () => {
  expect(colorFit('red', 'red')).toBe(3);
  expect(colorFit('silver', 'gray')).toBe(2);
  expect(colorFit('black', 'gray')).toBe(1);
  expect(colorFit('red', 'blue')).toBe(0);
  for (const one of COLORS)
    for (const other of COLORS) expect(colorFit(one, other)).toBe(colorFit(other, one));
});

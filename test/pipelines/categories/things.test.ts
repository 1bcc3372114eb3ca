import { expect, test } from 'vitest';
import { nodesCalled } from '../../../pipelines/categories/nodes_called.ts';
import { isNamedFor, isThing, saysAlone } from '../../../pipelines/categories/things.ts';

test.each(['desk', 'dishwasher', 'dishwashers', 'lemonade', 'kettle', 'headphones'])(
  '%s is what goods are called',
  (word) => {
    expect(isThing(word)).toBe(true);
  },
);

test.each(['university', 'workhorse', 'practice', 'the', ''])('%s is not', (word) => {
  expect(isThing(word)).toBe(false);
});

const PAPER = 'office_supplies.general_office_supplies.printer_copier_paper';

test('a name in a label takes the thing of the name that it shares a word with', () => {
  expect(isNamedFor(PAPER, ['paper'])).toBe(true);
  expect(isNamedFor(PAPER, ['printer'])).toBe(false);
  // Beside a single word a name is one by itself.
  const [cereal = ''] = nodesCalled('cereal');
  expect(isNamedFor(cereal, ['cereal'])).toBe(true);
  expect(isNamedFor(cereal, ['granola'])).toBe(true);
});

test('the label of several things says of none that goods are for it', () => {
  const [hoses = ''] = nodesCalled('garden hoses');
  expect(saysAlone(hoses, ['garden'])).toBe(true);
  expect(saysAlone('home_garden.lawn_garden', ['garden'])).toBe(false);
  expect(saysAlone('home_garden.lawn_garden', ['lawn'])).toBe(false);
});

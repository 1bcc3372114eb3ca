import { expect, test } from 'vitest';
import { attributeInWords, priceMarks, sentence } from '../../../../api/explorer/page/wording.ts';

test('attributes are named in words, with their unit where the key ends in one', () => {
  expect(
    ['laptop.memory_gb', 'general.screen_in', 'general.color', 'tv.refresh_hz', 'grocery.sold_by', 'h'].map(
      attributeInWords,
    ),
  ).toEqual(['Memory (GB)', 'Screen (in)', 'Color', 'Refresh (Hz)', 'Sold by', 'H']);
});

test('a remark begins as a sentence does', () => {
  expect(sentence('nothing here is called “samovar”')).toBe('Nothing here is called “samovar”');
});

test('marks of a price have fractions where their step has, and no two of them read alike', () => {
  const marks = (step: number, currency: string, per: number) =>
    [13, 14].map((at) => priceMarks(step, currency).format((at * step) / per));
  expect(marks(50, 'USD', 100)).toEqual(['6.50', '7.00']);
  expect(marks(200, 'USD', 100)).toEqual(['26', '28']);
  expect(marks(1, 'JPY', 1)).toEqual(['13', '14']);
  expect(marks(5, 'KWD', 1000)).toEqual(['0.065', '0.070']);
  expect(marks(1000, 'KWD', 1000)).toEqual(['13', '14']);
});

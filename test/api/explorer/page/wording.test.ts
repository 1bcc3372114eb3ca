import { expect, test } from 'vitest';
import { attributeInWords, sentence } from '../../../../api/explorer/page/wording.ts';

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

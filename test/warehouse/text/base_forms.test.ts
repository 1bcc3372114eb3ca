import { expect, test } from 'vitest';
import { baseForms } from '../../../warehouse/text/base_forms.ts';

test.each([
  ['stampanti', 'stampante'],
  ['pomodori', 'pomodoro'],
  ['bianche', 'bianca'],
  ['kapseln', 'kapsel'],
  ['laktosefreies', 'laktosefrei'],
  ['blikken', 'blik'],
  ['noten', 'noot'],
  ['flesje', 'fles'],
  ['gazeuse', 'gazeux'],
])('%s may be a form of %s', (form, base) => {
  expect(baseForms(form)).toContain(base);
});

test('a word is no form of itself, nor of what is too short to tell', () => {
  for (const word of ['tee', 'melk', 'ovens', 'olie', 'xe'])
    for (const base of baseForms(word)) {
      expect(base).not.toBe(word);
      expect(base.length).toBeGreaterThan(3);
    }
});

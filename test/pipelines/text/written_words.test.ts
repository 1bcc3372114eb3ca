import { expect, test } from 'vitest';
import { formsOf, writtenWords } from '../../../pipelines/text/written_words.ts';

test.each([
  ['a 15.6" Laptop (HL-2030), please!', ['a', '15.6"', 'Laptop', 'HL-2030', 'please']],
  ['¿un té… sin Teína?', ['un', 'té', 'sin', 'Teína']],
  [' – ', []],
])('%s is %j as it is written', (text, words) => {
  expect(writtenWords(text)).toEqual(words);
});

test.each([
  ["can't", ['cant', 'can', 't']],
  ['Wi-Fi', ['wifi', 'wi', 'fi']],
  ["l'air", ['lair', 'l', 'air']],
  ['Mücken', ['mucken', 'mucken']],
  ['(!)', []],
])('%s is heard as one word and in its parts', (written, forms) => {
  expect(formsOf(written)).toEqual(forms);
});

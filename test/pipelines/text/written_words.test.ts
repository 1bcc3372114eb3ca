import { expect, test } from 'vitest';
import { writtenWords } from '../../../pipelines/text/written_words.ts';

test.each([
  ['a 15.6" Laptop (HL-2030), please!', ['a', '15.6"', 'Laptop', 'HL-2030', 'please']],
  ['¿un té… sin Teína?', ['un', 'té', 'sin', 'Teína']],
  [' – ', []],
])('%s is %j as it is written', (text, words) => {
  expect(writtenWords(text)).toEqual(words);
});

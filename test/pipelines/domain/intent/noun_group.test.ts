import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const readIn = (language: string) => intentReader({ currency: 'EUR', languages: [language] });

test.each([
  ['en', '4 all season tyres 205/55 R16', 4],
  ['en', '2 bosch wiper blades 600 mm', 2],
  ['de', 'zwei Sommerreifen 205/55 R16 von Michelin', 2],
])('%s: %s: what is counted ends where a number follows', (language, text, pieces) => {
  expect(readIn(language)(text).quantity).toMatchObject({ pieces, of: 'pieces', isLeast: false });
});

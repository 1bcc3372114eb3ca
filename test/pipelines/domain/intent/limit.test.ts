import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

test.each([
  ['it', "si apre solo da sopra: 7 kg, carica dall'alto", 7_000, 7_000],
  ['en', 'a drum that opens from above: 7 kg', 7_000, 7_000],
  ['en', 'washer, minimum: 7 kg', 7_000, null],
])('%s: %s: behind a word of place a colon begins something else', (language, text, min, max) => {
  const { measures } = intentReader({ currency: 'EUR', languages: [language] })(text);
  expect(measures).toMatchObject([{ dimension: 'mass', min, max }]);
});

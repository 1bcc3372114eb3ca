import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INTENT_LANGUAGES } from '../../../pipelines/domain/intent/lexicon.ts';
import { LANGUAGES } from '../../../pipelines/text/languages.ts';

/** Names of the files of words in a folder of pipelines. */
function languagesIn(folder: string): Set<string> {
  const files = readdirSync(new URL(`../../../pipelines/${folder}`, import.meta.url));
  return new Set(
    files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length)),
  );
}

test('every file of a language is listed under its code', () => {
  expect(new Set(Object.keys(LANGUAGES))).toEqual(languagesIn('text/languages'));
  expect(new Set(Object.keys(INTENT_LANGUAGES))).toEqual(languagesIn('domain/intent'));
});

test('a language whose intents are read has its function words', () => {
  expect(Object.keys(LANGUAGES)).toEqual(expect.arrayContaining(Object.keys(INTENT_LANGUAGES)));
});

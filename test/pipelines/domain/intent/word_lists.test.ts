import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { INTENT_LANGUAGES } from '../../../../pipelines/domain/intent/lexicon.ts';

const readme = readFileSync(
  new URL('../../../../pipelines/domain/intent/README.md', import.meta.url),
  'utf8',
);
const told = new Set(
  readme
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] as string).matchAll(/`(\w+)`/g)].map(([, name]) => name)),
);

test.each(Object.entries(INTENT_LANGUAGES))('the README says what each list of %s is for', (_, words) => {
  expect(Object.keys(words).filter((list) => !told.has(list))).toEqual([]);
});

test.each(Object.entries(INTENT_LANGUAGES))(
  'in %s what asks for stock stands in one list, not among what says nothing as well',
  (_, { in_stock, filler }) => {
    expect(in_stock.filter((phrase) => filler.includes(phrase))).toEqual([]);
  },
);

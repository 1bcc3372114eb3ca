import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const mustsOf = (text: string, currency: string) =>
  intentReader({ currency })(text).must_have.map(({ text: own, says }) => says ?? own);

test.each([
  ['shoes, size US 9', 'USD', 'size 9'],
  ['shoes, size EU 42', 'EUR', 'size 42'],
  // A 9 is not the same everywhere, so a record elsewhere must say how it is counted.
  ['shoes, size UK 9', 'USD', 'size UK 9'],
  ['shoes, size 9', 'USD', 'size 9'],
  ['a shirt, size US M', 'USD', undefined],
  // Written in capitals it needs no word for size.
  ["men's running shoes US 9, any colour but green", 'USD', 'size 9'],
  ['sneakers EU 42', 'EUR', 'size 42'],
  ['boots UK 8 brown', 'USD', 'UK 8'],
  ['shoes for all of us 9 of them', 'USD', undefined],
  ['a plug EU 220 V', 'EUR', undefined],
])('a size may say how it is counted: %s where one pays in %s', (text, currency, must) => {
  expect(mustsOf(text, currency)[0]).toBe(must);
});

test.each([
  ['knee brace, medium', ['size m']],
  ['a medium roast coffee', []],
])('medium is a size where nothing follows: %s', (text, musts) => {
  expect(intentReader({ currency: 'USD' })(text).must_have.map(({ says }) => says)).toEqual(musts);
});

const kinds = new Set(['batteries', 'chair']);
const waysOf = (text: string) =>
  intentReader({ currency: 'USD', isKind: (word) => kinds.has(word) })(text).must_have.map(
    ({ text: own, says, any_of }) => any_of ?? [says ?? own],
  );

test.each([
  ['Herman Miller Aeron size A', [['size a']]],
  ['aeron, size B, graphite', [['size b']]],
  ['aeron in size B or C', [['size b', 'size c']]],
  ['mesh seat size c', [['size c']]],
  // What is told by its letter alone may leave the word for size out.
  ['size D batteries', [['size d', 'd batteries']]],
  ['batteries size C', [['size c', 'c batteries']]],
  ['what size a desk needs', []],
  ['any size I like', []],
])('a letter behind the word for size is one: %s', (text, ways) => {
  expect(waysOf(text)).toEqual(ways);
});

import { expect, test } from 'vitest';
import { standardThesaurus } from '../../../warehouse/meaning/thesaurus.ts';
import { namesIn } from '../../../warehouse/meaning/who.ts';

const husband = standardThesaurus().meaningsOf('husband', true);
const dog = standardThesaurus().meaningsOf('dog', true);

test.each([
  ['Marcus (husband) takes a men’s 11', 'marcus', husband],
  ['Marcus is my husband', 'marcus', husband],
  ['my husband is called Marcus', 'marcus', husband],
  ['Marcus, her husband, hates coriander', 'marcus', husband],
  ['The dog Rollo is a mix with bad hips', 'rollo', dog],
])('%s names %s', (text, name, meanings) => {
  expect(namesIn([text])).toEqual(new Map([[name, [...meanings]]]));
});

test.each([
  'Buys dog food from Costco. Marcus likes it',
  'Husband prefers tea',
  'Her husband likes Nike shoes',
  'our neighbour Mrs takes parcels',
  'the dog is White',
])('%s names nobody', (text) => {
  expect([...namesIn([text]).keys()]).toEqual([]);
});

import { expect, test } from 'vitest';
import { standardThesaurus } from '../../../warehouse/meaning/thesaurus.ts';
import { namesIn } from '../../../warehouse/meaning/who.ts';

const husband = standardThesaurus().meaningsOf('husband', true);
const dog = standardThesaurus().meaningsOf('dog', true);
const cat = standardThesaurus().meaningsOf('cat', true);

test.each([
  ['Marcus (husband) takes a men’s 11', 'marcus', husband],
  ['Marcus is my husband', 'marcus', husband],
  ['my husband is called Marcus', 'marcus', husband],
  ['Marcus, her husband, hates coriander', 'marcus', husband],
  ['The dog Rollo is a mix with bad hips', 'rollo', dog],
  ['Miso is an indoor cat, neutered', 'miso', cat],
  // a word for something else, but right behind what its bearer is
  ['my husband Basil likes tea', 'basil', husband],
])('%s names %s', (text, name, meanings) => {
  expect(namesIn([text])).toEqual(new Map([[name, [...meanings]]]));
});

test.each([
  'Buys dog food from Costco. Marcus likes it',
  'Husband prefers tea',
  'Her husband likes Nike shoes',
  'our neighbour Mrs takes parcels',
  'the dog is White',
  'No toys with a battery for Bruno, his parents have had enough',
  'Bed is a dog crate',
  'the dog Salmon Treats are out',
])('%s names nobody', (text) => {
  expect([...namesIn([text]).keys()]).toEqual([]);
});

test.each([
  [['Nora has eczema', 'Nora wears EU 39'], ['nora']],
  // a word of grammar elsewhere
  [['Ella’s head measures 53 cm', 'Ella wears size 140'], ['ella']],
  // once, written small too, or never as somebody who has or is
  [['Nora has eczema', 'tea for Ada'], []],
  [['Keeps is what she keeps', 'Keeps receipts', 'keeps boxes'], []],
  [['Avoids Samsung', 'wants no Samsung fridge'], []],
  // a word that means something is a name where a text says of whom
  [['Pepper is a three-year-old border collie', 'Pepper’s neck measures 42 cm'], ['pepper']],
  [['Pepper is a spice', 'Pepper has gone'], []],
])('%j name %j', (texts, names) => {
  expect([...namesIn(texts).keys()]).toEqual(names);
});

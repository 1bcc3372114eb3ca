import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { standardThesaurus, Thesaurus } from '../../../warehouse/meaning/thesaurus.ts';

const thesaurus = standardThesaurus();
const nearest = (left: string, right: string, isEnglish = true) =>
  Math.max(
    0,
    ...thesaurus
      .meaningsOf(left, isEnglish)
      .flatMap((a) => thesaurus.meaningsOf(right, isEnglish).map((b) => thesaurus.likeness(a, b))),
  );

test('words of one meaning are nearer than a kind and its kinds, these nearer than what only goes with it', () => {
  expect(nearest('sneaker', 'trainer')).toBeGreaterThan(nearest('sneaker', 'shoe'));
  expect(nearest('sneaker', 'shoe')).toBeGreaterThan(nearest('shoe', 'foot'));
  expect(nearest('bra', 'lingerie')).toBeGreaterThan(nearest('bra', 'clothe'));
  expect(nearest('bra', 'clothe')).toBeGreaterThan(0);
  expect(nearest('bra', 'aquarium')).toBe(0);
});

test('what decides about a thing has to do with it, less than what goes with it, and joins nothing further', () => {
  const small = new Thesaurus('tool\n  drill\nwall\nneighbour\nfloor', 'drill ~ wall, neighbour');
  const likeness = (left: string, right: string) =>
    small.likeness(small.meaningsOf(left, true)[0] as number, small.meaningsOf(right, true)[0] as number);
  expect([likeness('drill', 'wall'), likeness('wall', 'drill')]).toEqual([0.3, 0.3]);
  expect([likeness('tool', 'wall'), likeness('wall', 'neighbour'), likeness('drill', 'floor')]).toEqual([
    0, 0, 0,
  ]);
  expect(nearest('headphone', 'commute')).toBeGreaterThan(0);
  expect(nearest('shoe', 'foot')).toBeGreaterThan(nearest('headphone', 'commute'));
  expect(() => new Thesaurus('drill', 'drill ~ moon')).toThrow(/relates to moon/);
});

test('a word of another language that is another word in English counts in other texts alone', () => {
  expect(nearest('pan', 'bread')).toBe(0);
  expect(nearest('pan', 'bread', false)).toBeGreaterThan(0.8);
  expect(nearest('perro', 'dog')).toBeGreaterThan(0.8);
});

test('likeness is the same both ways, below that of the same word', () => {
  const words = ['husband', 'dog', 'wool', 'shoe', 'price', 'address', 'lamp', 'cheese', 'yoga', 'helmet'];
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.constantFrom(...words), (left, right) => {
      expect(nearest(left, right)).toBe(nearest(right, left));
      expect(nearest(left, right)).toBeLessThan(1);
    }),
  );
});

test('no line has a word twice, and a line that cannot be read says which', () => {
  const text = readFileSync(
    new URL('../../../warehouse/meaning/thesaurus.txt', import.meta.url),
    'utf8',
  ).split('\n');
  const twice = text.filter((line) => {
    const words = line
      .replace(/ ~ .*/, '')
      .split(/,| \/ /)
      .map((word) => word.trim());
    return !line.startsWith('#') && new Set(words).size < words.length;
  });
  expect(twice).toEqual([]);
  expect(() => new Thesaurus('a\n    b')).toThrow(/indented too far: b/);
  expect(() => new Thesaurus('a ~ b')).toThrow(/relates to b/);
});

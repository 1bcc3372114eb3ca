import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { needsTold, readNeeds } from '../../../api/decisioning/needs.ts';
import { INTENT_LANGUAGES } from '../../../pipelines/domain/intent/lexicon.ts';

const lines = readFileSync(new URL('../../../api/decisioning/needs.txt', import.meta.url), 'utf8');

describe('a text that tells of a trouble needs', () => {
  test.each([
    ['en', "can't sleep because of my husband's snoring", 'ear plugs', 'snoring'],
    ['en', 'Our Wi-Fi doesn’t reach the attic.', 'mesh wifi system', 'Wi-Fi reach'],
    ['en', "my car won't start on cold mornings", 'jump starter', "car won't start"],
    ['en', 'my car wont start', 'jump starter', 'car wont start'],
    ['de', 'Mein Mann schnarcht so laut', 'ear plugs', 'schnarcht'],
    ['fr', "l'air est trop sec dans la chambre", 'humidifier', "l'air sec"],
    ['es', 'los mosquitos no nos dejan dormir', 'mosquito repellent', 'mosquitos'],
    ['it', 'le uova si attaccano alla padella', 'non stick frying pan', 'uova attaccano'],
    ['nl', 'mijn man snurkt', 'ear plugs', 'snurkt'],
  ])('%s: %s', (language, text, goods, told) => {
    expect(needsTold(text, language)[0]).toEqual({
      goods: expect.arrayContaining([goods]),
      told,
    });
  });

  test.each([
    ['the words stand in two sentences', 'en', 'The car is red. My printer wont start.'],
    ['one word stands for two', 'en', 'bed'],
    ['it is another language’s', 'fr', 'my husband snores'],
    ['a word only begins alike and no ending is allowed', 'en', 'icecream'],
    ['the thing is named', 'en', 'a quiet printer for a home office'],
  ])('nothing where %s', (_, language, text) => {
    expect(needsTold(text, language)).toEqual([]);
  });
});

test('what is told by more words goes first, and goods told twice stand once', () => {
  const found = needsTold('power outage again, my computer and the freezer were off', 'en');
  expect(found.map(({ goods }) => goods[0])).toEqual(['ups', 'portable power station']);
  expect(found[0]?.told).toBe('power outage computer');
});

test('each sign is of a known language, has a word of three letters, and stands once in its language', () => {
  const signs = readNeeds(lines);
  expect([...signs.keys()].filter((language) => !(language in INTENT_LANGUAGES))).toEqual([]);
  for (const [language, own] of signs) {
    const written = own.map(({ words }) =>
      words.map(({ text, isStem }) => text + (isStem ? '*' : '')).join(' '),
    );
    expect(
      written.filter((sign) => !sign.split(' ').some((word) => word.replace('*', '').length >= 3)),
      language,
    ).toEqual([]);
    const twice = written.filter((sign, at) => written.indexOf(sign) !== at);
    expect([language, twice]).toEqual([language, []]);
  }
});

test('a line that is of no language below goods is said to be wrong', () => {
  expect(() => readNeeds('  en snor*\n')).toThrow(/no line of a language below goods/);
  expect(() => readNeeds('ear plugs\n en snor*\n')).toThrow(/" en snor\*"/);
});

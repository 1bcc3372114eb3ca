import { expect, test } from 'vitest';
import { intentReader } from '../../../../pipelines/domain/intent.ts';

const agesIn = (language: string, text: string) =>
  intentReader({ currency: 'EUR', languages: [language] })(text).ages.map(({ years }) => years);

test.each([
  ['en', 'card game for kids from 6 years', [6]],
  ['en', 'puzzle for a 4 year old', [4]],
  ['en', 'lego for my 7-year-old nephew', [7]],
  ['en', 'sunscreen for my 3 year old', [3]],
  ['en', 'My nephew turns 10 and loves cars', [10]],
  ['en', 'toy for my daughter, aged three', [3]],
  ['en', 'board game, kids 8 and up', [8]],
  ['de', 'Brettspiel für Kinder ab 6 Jahren', [6]],
  ['de', 'Geschenk, meine Tochter wird 9 Jahre alt', [9]],
  ['es', 'juego para niños desde 5 años', [5]],
  ['fr', 'puzzle pour enfants dès 4 ans', [4]],
  ['it', 'gioco per bambini dai 6 anni', [6]],
  ['nl', 'spel voor kinderen vanaf 8 jaar', [8]],
])('%s: %s', (language, text, ages) => {
  expect(agesIn(language, text)).toEqual(ages);
});

test.each([
  ['12 year old whisky'],
  ['a laptop for kids with 5 years warranty'],
  ['a mattress that lasts 10 years'],
  ['boots size 6 for kids'],
  ['4 chairs for kids'],
])('%s tells no age', (text) => {
  expect(agesIn('en', text)).toEqual([]);
});
